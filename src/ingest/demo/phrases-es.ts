import type { Phrases } from './phrases.ts'

export const spanish: Phrases = {
  forms: {
    tracker: [
      { title: 'Diario de {t}', summary: 'Un pequeño diario de {t}: una línea al día y las semanas se van sumando.' },
      { title: '{T} día a día', summary: 'Marca cada día tu avance de {t} y no pierdas la racha.' },
      { title: '{T} en números', summary: '{T} en gráficos claros: esta semana, este mes, este año.' },
      { title: 'Metas de {t}', summary: 'Ponte una meta de {t} y mira cuánto te falta.' },
    ],
    app: [
      { title: 'Compañero de {t}', summary: 'Todo lo que necesitas sobre {t}, en un solo lugar tranquilo.' },
      {
        title: 'Planificador de {t}',
        summary: 'Planifica tu semana de {t} y recibe un aviso en el momento justo.',
      },
      { title: '{T} sin complicaciones', summary: '{T} paso a paso, para principiantes.' },
      { title: 'Cuaderno de {t}', summary: 'Reúne tus ideas sobre {t} y encuéntralas cuando quieras.' },
    ],
    game: [
      { title: 'Trivial de {t}', summary: 'Diez preguntas sobre {t}. ¿Cuántas aciertas?' },
      { title: 'Reto de {t}', summary: 'Un nuevo reto de {t} cada día, con clasificación entre amigos.' },
      {
        title: 'Parejas de {t}',
        summary: 'Da la vuelta a las cartas y busca las parejas: un juego de memoria sobre {t}.',
      },
      { title: '{T} contrarreloj', summary: 'Sesenta segundos de {t}: supera tu propio récord.' },
    ],
    widget: [
      { title: 'Consejo del día: {t}', summary: 'Cada mañana, un pequeño consejo sobre {t} en tu pantalla de inicio.' },
      { title: '{T} de un vistazo', summary: '{T} de un vistazo en la pantalla de inicio, sin abrir nada.' },
      { title: 'Recordatorio de {t}', summary: 'Un recordatorio amable de {t}, solo cuando importa.' },
      { title: 'Cuenta atrás: {t}', summary: 'Cuenta los días que faltan para tu próxima meta de {t}.' },
    ],
    experience: [
      { title: '{T} en compañía', summary: 'Comparte {t} con tus amigos y animaos unos a otros.' },
      { title: 'Siete días de {t}', summary: 'Un viaje de siete días por el mundo de {t}, un paso pequeño cada día.' },
      { title: 'Club de {t}', summary: 'Un club para amantes de {t}: comparte, pregunta, participa.' },
      { title: 'Una tarde de {t}', summary: 'Una tarde guiada de {t} para dos o más personas.' },
    ],
  },
  descriptions: {
    tracker: [
      'Añade una entrada con dos toques y los gráficos se completan solos. Puedes mirar atrás por semana, mes o año.',
      'Sin cuentas ni anuncios: apuntas el dato, ves la tendencia y sigues con tu día.',
    ],
    app: [
      'Todo cabe en una pantalla: lo que toca ahora, lo que ya está hecho y lo que puede esperar.',
      'Empieza con una lista corta y crece contigo. Los avisos respetan tus horas de descanso.',
    ],
    game: [
      'Las partidas son cortas, las reglas caben en una línea y los mejores resultados suben a la clasificación.',
      'Empieza fácil y se complica poco a poco. Se juega con una sola mano.',
    ],
    widget: [
      'Vive en la pantalla de inicio y cambia a lo largo del día. Tócalo para ver un poco más.',
      'Letra grande, colores suaves y nada más. Se actualiza solo.',
    ],
    experience: [
      'Invita a unas cuantas personas con un enlace. Todos ven el mismo paso al mismo tiempo.',
      'Cada persona aporta algo y al final queda un recuerdo para compartir.',
    ],
  },
  instructions: {
    tracker: 'Toca el signo más para añadir una entrada. Mantén pulsada una entrada para cambiarla.',
    app: 'Abre la primera tarjeta y sigue los pasos. En el engranaje puedes elegir tus horarios.',
    game: 'Toca Empezar, juega una ronda y comparte tu resultado. Mantén pulsado para hacer una pausa.',
    widget: 'Añádelo a la pantalla de inicio. Toca para actualizar y mantén pulsado para elegir colores.',
    experience: 'Comparte el enlace con tu grupo, espera a que entren todos y tocad Empezar a la vez.',
  },
  stories: [
    'Lo hice para mí y mis amigos me lo pidieron.',
    'Nació una tarde de lluvia y lo he ido mejorando durante meses.',
    'Mi hermana quería algo más sencillo que lo que había.',
    'Lo probó primero mi clase; todavía lo usan.',
  ],
  twists: ['{title} para dos', '{title} a mi manera', 'Mini {title}', '{title} en familia'],
  remixNote: 'Es un remix de «{title}».',
  bios: [
    'Hago cosas pequeñas sobre {t} desde {city}.',
    'Me gustan los mapas, el café y las aplicaciones sencillas. Vivo en {city}.',
    'Profesora por la mañana, creadora por la noche. Sobre todo {t}.',
  ],
}
