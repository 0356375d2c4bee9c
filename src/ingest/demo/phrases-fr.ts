import type { Phrases } from './phrases.ts'

export const french: Phrases = {
  forms: {
    tracker: [
      { title: 'Carnet {d}', summary: 'Un petit carnet {d} : une ligne par jour, et les semaines s’additionnent.' },
      { title: '{T} au jour le jour', summary: 'Cochez chaque jour votre séance {d} et gardez la série en vie.' },
      { title: '{T} en chiffres', summary: '{T} en graphiques clairs : cette semaine, ce mois-ci, cette année.' },
      { title: 'Objectif {t}', summary: 'Fixez-vous un objectif {d} et voyez ce qu’il reste à faire.' },
    ],
    app: [
      { title: 'Compagnon {d}', summary: 'Tout ce qu’il faut en matière {d}, au calme et au même endroit.' },
      { title: 'Planning {d}', summary: 'Planifiez votre semaine {d} et recevez un rappel au bon moment.' },
      { title: '{T} sans peine', summary: '{T} pas à pas, pour bien débuter.' },
      { title: 'Cahier {d}', summary: 'Rassemblez vos idées en matière {d} et retrouvez-les plus tard.' },
    ],
    game: [
      { title: 'Quiz {d}', summary: 'Dix questions sur le thème « {t} ». Combien de bonnes réponses ?' },
      { title: 'Défi {d}', summary: 'Un nouveau défi {d} chaque jour, avec un classement entre amis.' },
      {
        title: 'Memory {d}',
        summary: 'Retournez les cartes et trouvez les paires : un jeu de mémoire, thème « {t} ».',
      },
      { title: '{T} contre la montre', summary: 'Soixante secondes {d} : battez votre propre record.' },
    ],
    widget: [
      { title: 'Astuce du jour : {t}', summary: 'Chaque matin, une petite astuce {d} sur votre écran d’accueil.' },
      { title: '{T} en un coup d’œil', summary: '{T} en un coup d’œil sur l’écran d’accueil, sans rien ouvrir.' },
      { title: 'Rappel {d}', summary: 'Un rappel {d} tout en douceur, seulement quand il le faut.' },
      { title: 'Compte à rebours {d}', summary: 'Compte les jours jusqu’à votre prochain objectif {d}.' },
    ],
    experience: [
      { title: '{T} entre amis', summary: 'Partagez vos moments {d} avec des amis et encouragez-vous.' },
      { title: 'Sept jours {d}', summary: 'Un voyage de sept jours, thème « {t} », un petit pas par jour.' },
      { title: 'Club {d}', summary: 'Un club pour les passionnés {d} : partager, demander, participer.' },
      { title: 'Une soirée {d}', summary: 'Une soirée guidée {d} pour deux personnes ou plus.' },
    ],
  },
  descriptions: {
    tracker: [
      'Ajoutez une entrée en deux gestes et les graphiques se remplissent tout seuls, par semaine, par mois ou par année.',
      'Ni compte ni publicité : on note, on regarde la tendance et on passe à autre chose.',
    ],
    app: [
      'Tout tient sur un écran : ce qui vient, ce qui est fait et ce qui peut attendre.',
      'On commence par une liste courte, qui grandit avec vous. Les rappels respectent vos heures de repos.',
    ],
    game: [
      'Les parties sont courtes, les règles tiennent en une ligne et les meilleurs scores montent au classement.',
      'Facile au début, plus corsé ensuite. Se joue d’une seule main.',
    ],
    widget: [
      'Il vit sur l’écran d’accueil et change au fil de la journée. Touchez-le pour en voir un peu plus.',
      'De grandes lettres, des couleurs douces, rien de trop. Il se met à jour tout seul.',
    ],
    experience: [
      'Invitez quelques personnes avec un lien. Tout le monde voit la même étape au même moment.',
      'Chacun apporte quelque chose, et il reste à la fin un souvenir à partager.',
    ],
  },
  instructions: {
    tracker: 'Touchez le signe plus pour ajouter une entrée. Appuyez longuement sur une entrée pour la modifier.',
    app: 'Ouvrez la première carte et suivez les étapes. La roue dentée permet de choisir vos horaires.',
    game: 'Touchez Démarrer, jouez une manche et partagez votre résultat. Appui long pour mettre en pause.',
    widget: 'Ajoutez-le à l’écran d’accueil. Touchez pour actualiser, appuyez longuement pour choisir les couleurs.',
    experience: 'Envoyez le lien au groupe, attendez que tout le monde soit là, puis touchez Commencer ensemble.',
  },
  stories: [
    'Je l’ai fait pour moi, puis mes amis l’ont réclamé.',
    'Né un dimanche de pluie, amélioré pendant des mois.',
    'Ma sœur voulait quelque chose de plus simple que ce qui existait.',
    'Ma classe l’a testé en premier, et elle s’en sert encore.',
  ],
  twists: ['{title} à deux', '{title} à ma façon', 'Mini {title}', '{title} en famille'],
  remixNote: 'C’est un remix de « {title} ».',
  bios: [
    'Je fabrique de petites choses sur le thème « {t} », à {city}.',
    'J’aime les cartes, le café et les outils simples. J’habite à {city}.',
    'Bibliothécaire le jour, bricoleuse d’applis le soir.',
  ],
}
