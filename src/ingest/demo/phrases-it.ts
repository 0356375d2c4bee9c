import type { Phrases } from './phrases.ts'

export const italian: Phrases = {
  forms: {
    tracker: [
      { title: 'Diario di {t}', summary: 'Un piccolo diario di {t}: una riga al giorno e le settimane si sommano.' },
      { title: '{T} giorno per giorno', summary: 'Segna ogni giorno i progressi di {t} e tieni viva la serie.' },
      { title: '{T} in numeri', summary: '{T} in grafici chiari: questa settimana, questo mese, quest’anno.' },
      { title: 'Obiettivi di {t}', summary: 'Scegli un obiettivo di {t} e guarda quanto manca.' },
    ],
    app: [
      { title: 'Compagno di {t}', summary: 'Tutto quello che serve in tema di {t}, in un solo posto tranquillo.' },
      { title: 'Agenda di {t}', summary: 'Organizza la settimana di {t} e ricevi un promemoria al momento giusto.' },
      { title: '{T} senza fatica', summary: '{T} passo dopo passo, per chi comincia.' },
      { title: 'Quaderno di {t}', summary: 'Raccogli le idee in tema di {t} e ritrovale quando vuoi.' },
    ],
    game: [
      { title: 'Quiz di {t}', summary: 'Dieci domande in tema di {t}. Quante ne indovini?' },
      { title: 'Sfida di {t}', summary: 'Ogni giorno una nuova sfida di {t}, con la classifica tra amici.' },
      { title: 'Memory di {t}', summary: 'Gira le carte e trova le coppie: un gioco di memoria in tema di {t}.' },
      { title: '{T} contro il tempo', summary: 'Sessanta secondi di {t}: batti il tuo record.' },
    ],
    widget: [
      {
        title: 'Consiglio del giorno: {t}',
        summary: 'Ogni mattina un piccolo consiglio in tema di {t} sulla schermata iniziale.',
      },
      { title: '{T} a colpo d’occhio', summary: '{T} a colpo d’occhio sulla schermata iniziale, senza aprire nulla.' },
      { title: 'Promemoria di {t}', summary: 'Un promemoria gentile in tema di {t}, solo quando serve.' },
      { title: 'Conto alla rovescia: {t}', summary: 'Conta i giorni che mancano al prossimo obiettivo di {t}.' },
    ],
    experience: [
      { title: '{T} in compagnia', summary: 'Condividi momenti di {t} con gli amici e fatevi il tifo a vicenda.' },
      {
        title: 'Sette giorni di {t}',
        summary: 'Un viaggio di sette giorni in tema di {t}, un piccolo passo al giorno.',
      },
      { title: 'Club di {t}', summary: 'Un club per appassionati di {t}: condividi, chiedi, partecipa.' },
      { title: 'Una serata di {t}', summary: 'Una serata guidata di {t} per due o più persone.' },
    ],
  },
  descriptions: {
    tracker: [
      'Due tocchi per aggiungere una voce e i grafici si riempiono da soli, per settimana, mese o anno.',
      'Niente account, niente pubblicità: scrivi, guardi l’andamento e torni alla tua giornata.',
    ],
    app: [
      'Tutto sta in una schermata: cosa viene dopo, cosa è fatto e cosa può aspettare.',
      'Si parte da una lista corta, che cresce con te. I promemoria rispettano le ore di riposo.',
    ],
    game: [
      'Partite brevi, regole in una riga, e i risultati migliori finiscono in classifica.',
      'Facile all’inizio, poi sempre più difficile. Si gioca con una mano sola.',
    ],
    widget: [
      'Sta sulla schermata iniziale e cambia durante la giornata. Toccalo per vedere qualcosa in più.',
      'Caratteri grandi, colori morbidi e nient’altro. Si aggiorna da solo.',
    ],
    experience: [
      'Invita qualche persona con un link. Tutti vedono lo stesso passo nello stesso momento.',
      'Ognuno porta qualcosa e alla fine resta un ricordo da condividere.',
    ],
  },
  instructions: {
    tracker: 'Tocca il segno più per aggiungere una voce. Tieni premuta una voce per modificarla.',
    app: 'Apri la prima scheda e segui i passi. Dall’ingranaggio scegli i tuoi orari.',
    game: 'Tocca Inizia, gioca una partita e condividi il risultato. Tieni premuto per la pausa.',
    widget: 'Aggiungilo alla schermata iniziale. Tocca per aggiornare, tieni premuto per scegliere i colori.',
    experience: 'Manda il link al gruppo, aspetta che ci siano tutti e toccate insieme Inizia.',
  },
  stories: [
    'L’ho fatto per me, poi me l’hanno chiesto gli amici.',
    'Nato in una domenica di pioggia, migliorato per mesi.',
    'Mia sorella voleva qualcosa di più semplice di quello che c’era.',
    'La mia classe l’ha provato per prima e lo usa ancora.',
  ],
  twists: ['{title} per due', '{title} a modo mio', 'Mini {title}', '{title} in famiglia'],
  remixNote: 'È un remix di «{title}».',
  bios: [
    'Faccio piccole cose in tema di {t}, da {city}.',
    'Mi piacciono le mappe, il caffè e gli strumenti semplici. Vivo a {city}.',
    'Di giorno insegno, di sera costruisco.',
  ],
}
