import type { Phrases } from './phrases.ts'

export const german: Phrases = {
  forms: {
    tracker: [
      {
        title: '{t}-Tagebuch',
        summary: 'Ein kleines Tagebuch zum Thema {t}: eine Zeile am Tag, und die Wochen summieren sich.',
      },
      { title: '{t} Tag für Tag', summary: 'Täglich das Thema {t} abhaken und die Serie am Leben halten.' },
      { title: '{t} in Zahlen', summary: '{t} in klaren Diagrammen: diese Woche, dieser Monat, dieses Jahr.' },
      { title: '{t}-Ziele', summary: 'Ein Ziel zum Thema {t} setzen und sehen, wie nah es schon ist.' },
    ],
    app: [
      { title: '{t}-Begleiter', summary: 'Alles zum Thema {t}, an einem ruhigen Ort.' },
      { title: '{t}-Planer', summary: 'Die Woche zum Thema {t} planen und im richtigen Moment erinnert werden.' },
      { title: '{t} leicht gemacht', summary: '{t} Schritt für Schritt erklärt, für den Anfang.' },
      { title: '{t}-Notizbuch', summary: 'Ideen zum Thema {t} sammeln und später wiederfinden.' },
    ],
    game: [
      { title: '{t}-Quiz', summary: 'Zehn Fragen zum Thema {t}. Wie viele schaffst du?' },
      { title: '{t}-Challenge', summary: 'Jeden Tag eine neue Aufgabe zum Thema {t}, mit Bestenliste für Freunde.' },
      { title: '{t}-Memo', summary: 'Karten umdrehen und Paare finden: ein Gedächtnisspiel zum Thema {t}.' },
      { title: '{t} gegen die Uhr', summary: 'Sechzig Sekunden {t}: Schlag deinen eigenen Rekord.' },
    ],
    widget: [
      { title: '{t}-Tipp des Tages', summary: 'Jeden Morgen ein kleiner Tipp zum Thema {t} auf dem Startbildschirm.' },
      { title: '{t} auf einen Blick', summary: '{t} auf einen Blick auf dem Startbildschirm, ohne etwas zu öffnen.' },
      { title: '{t}-Erinnerung', summary: 'Eine freundliche Erinnerung zum Thema {t}, nur wenn es darauf ankommt.' },
      { title: '{t}-Countdown', summary: 'Zählt die Tage bis zum nächsten Ziel beim Thema {t}.' },
    ],
    experience: [
      { title: '{t} gemeinsam', summary: 'Das Thema {t} mit Freunden teilen und sich gegenseitig anfeuern.' },
      { title: 'Sieben Tage {t}', summary: 'Eine siebentägige Reise zum Thema {t}, jeden Tag ein kleiner Schritt.' },
      { title: '{t}-Club', summary: 'Ein Club für alle, die {t} lieben: teilen, fragen, mitmachen.' },
      { title: 'Ein Abend {t}', summary: 'Ein angeleiteter Abend zum Thema {t} für zwei oder mehr Personen.' },
    ],
  },
  descriptions: {
    tracker: [
      'Zweimal tippen, fertig ist der Eintrag; die Diagramme füllen sich von selbst. Rückblick nach Woche, Monat oder Jahr.',
      'Kein Konto, keine Werbung: eintragen, den Verlauf ansehen und weiter im Tag.',
    ],
    app: [
      'Alles passt auf einen Bildschirm: was ansteht, was erledigt ist und was warten kann.',
      'Am Anfang steht eine kurze Liste, die mitwächst. Erinnerungen achten auf deine Ruhezeiten.',
    ],
    game: [
      'Die Runden sind kurz, die Regeln passen in eine Zeile, und die besten Ergebnisse stehen in der Bestenliste.',
      'Leicht am Anfang, später knifflig. Spielbar mit einer Hand.',
    ],
    widget: [
      'Es liegt auf dem Startbildschirm und ändert sich im Lauf des Tages. Antippen zeigt ein wenig mehr.',
      'Große Schrift, ruhige Farben, sonst nichts. Aktualisiert sich von selbst.',
    ],
    experience: [
      'Lade ein paar Leute mit einem Link ein. Alle sehen zur selben Zeit denselben Schritt.',
      'Alle steuern etwas bei, und am Ende bleibt eine gemeinsame Erinnerung.',
    ],
  },
  instructions: {
    tracker: 'Tippe auf das Plus, um etwas einzutragen. Halte einen Eintrag gedrückt, um ihn zu ändern.',
    app: 'Öffne die erste Karte und folge den Schritten. Über das Zahnrad stellst du deine Zeiten ein.',
    game: 'Tippe auf Start, spiele eine Runde und teile dein Ergebnis. Gedrückt halten macht Pause.',
    widget: 'Lege es auf den Startbildschirm. Tippen aktualisiert, gedrückt halten ändert die Farben.',
    experience: 'Schicke den Link an deine Gruppe, warte auf alle und tippt gemeinsam auf Los.',
  },
  stories: [
    'Ich habe es für mich gebaut, dann wollten es meine Freunde auch.',
    'An einem Regensonntag entstanden, seit Monaten verbessert.',
    'Meine Schwester wollte etwas Einfacheres als das, was es gab.',
    'Meine Klasse hat es zuerst getestet und benutzt es immer noch.',
  ],
  twists: ['{title} zu zweit', '{title}, nur anders', '{title} für unterwegs', '{title} für Kinder'],
  remixNote: 'Ein Remix von „{title}“.',
  bios: [
    'Ich baue kleine Dinge zum Thema {t}, meist am Küchentisch in {city}.',
    'Mag Landkarten, Kaffee und einfache Werkzeuge. Zu Hause in {city}.',
    'Tagsüber Krankenpfleger, abends Tüftler.',
  ],
}
