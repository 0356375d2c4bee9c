import type { Phrases } from './phrases.ts'

export const portuguese: Phrases = {
  forms: {
    tracker: [
      { title: 'Diário de {t}', summary: 'Um pequeno diário de {t}: uma linha por dia, e as semanas vão somando.' },
      { title: '{T} dia a dia', summary: 'Marque todo dia seu avanço de {t} e não perca a sequência.' },
      { title: '{T} em números', summary: '{T} em gráficos claros: esta semana, este mês, este ano.' },
      { title: 'Metas de {t}', summary: 'Escolha uma meta de {t} e veja quanto falta.' },
    ],
    app: [
      { title: 'Companheiro de {t}', summary: 'Tudo o que você precisa sobre {t}, em um só lugar tranquilo.' },
      { title: 'Agenda de {t}', summary: 'Planeje sua semana de {t} e receba um lembrete na hora certa.' },
      { title: '{T} sem complicação', summary: '{T} passo a passo, para quem está começando.' },
      { title: 'Caderno de {t}', summary: 'Junte suas ideias sobre {t} e encontre tudo depois.' },
    ],
    game: [
      { title: 'Quiz de {t}', summary: 'Dez perguntas sobre {t}. Quantas você acerta?' },
      { title: 'Desafio de {t}', summary: 'Um novo desafio de {t} por dia, com placar entre amigos.' },
      { title: 'Memória de {t}', summary: 'Vire as cartas e ache os pares: um jogo da memória sobre {t}.' },
      { title: '{T} contra o relógio', summary: 'Sessenta segundos de {t}: supere seu próprio recorde.' },
    ],
    widget: [
      { title: 'Dica do dia: {t}', summary: 'Toda manhã, uma pequena dica sobre {t} na tela inicial.' },
      { title: '{T} num relance', summary: '{T} num relance na tela inicial, sem abrir nada.' },
      { title: 'Lembrete de {t}', summary: 'Um lembrete gentil de {t}, só quando importa.' },
      { title: 'Contagem regressiva: {t}', summary: 'Conta os dias até sua próxima meta de {t}.' },
    ],
    experience: [
      { title: '{T} em boa companhia', summary: 'Compartilhe {t} com amigos e torçam uns pelos outros.' },
      { title: 'Sete dias de {t}', summary: 'Uma jornada de sete dias de {t}, um pequeno passo por dia.' },
      { title: 'Clube de {t}', summary: 'Um clube para quem gosta de {t}: compartilhe, pergunte, participe.' },
      { title: 'Uma noite de {t}', summary: 'Uma noite guiada de {t} para duas ou mais pessoas.' },
    ],
  },
  descriptions: {
    tracker: [
      'Dois toques para anotar e os gráficos se preenchem sozinhos, por semana, mês ou ano.',
      'Sem conta e sem anúncios: você anota, vê a tendência e segue o dia.',
    ],
    app: [
      'Tudo cabe em uma tela: o que vem agora, o que já foi feito e o que pode esperar.',
      'Começa com uma lista curta e cresce com você. Os lembretes respeitam seu descanso.',
    ],
    game: [
      'As partidas são curtas, as regras cabem em uma linha e os melhores resultados vão para o placar.',
      'Começa fácil e vai ficando difícil. Dá para jogar com uma mão só.',
    ],
    widget: [
      'Fica na tela inicial e muda ao longo do dia. Toque para ver um pouco mais.',
      'Letras grandes, cores suaves e mais nada. Atualiza sozinho.',
    ],
    experience: [
      'Convide algumas pessoas com um link. Todos veem o mesmo passo ao mesmo tempo.',
      'Cada pessoa traz alguma coisa e, no fim, fica uma lembrança para compartilhar.',
    ],
  },
  instructions: {
    tracker: 'Toque no sinal de mais para anotar. Segure uma anotação para mudá-la.',
    app: 'Abra o primeiro cartão e siga os passos. Na engrenagem você escolhe seus horários.',
    game: 'Toque em Começar, jogue uma rodada e compartilhe o resultado. Segure para pausar.',
    widget: 'Adicione à tela inicial. Toque para atualizar e segure para escolher as cores.',
    experience: 'Mande o link para o grupo, espere todo mundo entrar e toquem juntos em Começar.',
  },
  stories: [
    'Fiz para mim e depois meus amigos pediram.',
    'Nasceu num domingo de chuva e melhorou durante meses.',
    'Minha irmã queria algo mais simples do que o que existia.',
    'Minha turma testou primeiro e usa até hoje.',
  ],
  twists: ['{title} para dois', '{title} do meu jeito', 'Mini {title}', '{title} em família'],
  remixNote: 'É um remix de “{title}”.',
  bios: [
    'Faço coisas pequenas sobre {t}, em {city}.',
    'Gosto de mapas, café e ferramentas simples. Moro em {city}.',
    'Professora de dia, criadora à noite. Quase sempre {t}.',
  ],
}
