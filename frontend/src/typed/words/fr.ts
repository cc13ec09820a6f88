// French words for the reader of typed times.
import { listOf, numbersOf, type Words } from '../words';

export const fr: Words = {
  language: 'fr',
  // sept, vingt et une, quarante-cinq
  numbers: {
    ...numbersOf(
      'zéro un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
      'vingt trente quarante cinquante soixante',
      (ten, one) => `${ten}-${one}`,
    ),
    ...numbersOf(
      'zéro un/une deux trois quatre cinq six sept huit neuf',
      'vingt trente quarante cinquante soixante',
      (ten, one) => (/^une?$/.test(one) ? `${ten} et ${one}` : `${ten} ${one}`),
    ),
    'soixante-dix': 70,
    'soixante-quinze': 75,
    'quatre-vingts': 80,
    'quatre-vingt-dix': 90,
    cent: 100,
  },
  // à 7 h, vers 7 h
  at: ['à', 'vers', 'dès'],
  times: {
    // 7 h, 7 h 30, 7 heures 30, sept heures trente
    '{h} h': 0,
    '{h} h {mm}': 0,
    '{h} h {mm} min': 0,
    '{h}:{mm} h': 0,
    '{h} (heure|heures)': 0,
    '{h} (heure|heures) {mh}': 0,
    '{h} (h|heure|heures) pile': 0,
    // 7h et demie, sept heures et quart, 8h moins le quart, 8 h moins 10
    '{h}[ (h|heure|heures)] et (demie|demi)': 30,
    '{h}[ (h|heure|heures)] et quart': 15,
    '{h}[ (h|heure|heures)] un quart': 15,
    '{h}[ (h|heure|heures)] trois quarts': 45,
    '{h}[ (h|heure|heures)] moins [le |un ]quart': -15,
    '{h}[ (h|heure|heures)] moins {m}': 'before',
    // midi et demi, minuit moins dix, midi vingt
    '{moment} et (demi|demie)': 30,
    '{moment} et quart': 15,
    '{moment} moins [le |un ]quart': -15,
    '{moment} moins {m}': 'before',
    '{moment} {mw}': 0,
    // une demi-heure avant 8 h, 20 min après 7h30
    '{length} après {clock}': 0,
    '{length} avant {clock}': 'before',
  },
  // midi, minuit, midi et demi
  moments: { midi: 720, minuit: 1440 },
  parts: {
    // 8 h du matin, 3 heures de l'après-midi, 8 h du soir
    "à l'aube": [4, 8],
    'du matin': [0, 11],
    'du mat': [0, 11],
    "de l'après-midi": [12, 18],
    "de l'après midi": [12, 18],
    'du soir': [17, 23],
    'de la nuit': [20, 28],
    'dans la nuit': [20, 28],
    'le matin': [4, 11],
    "l'après-midi": [12, 18],
    'le soir': [17, 23],
    'la nuit': [20, 28],
  },
  // demain matin, lundi soir
  partsOfDays: {
    matin: [0, 11],
    'au matin': [0, 11],
    'après-midi': [12, 18],
    'après midi': [12, 18],
    aprem: [12, 18],
    midi: [11, 14],
    soir: [17, 23],
    // les jeudis soirs
    matins: [0, 11],
    soirs: [17, 23],
    'au soir': [17, 23],
    nuit: [20, 28],
  },
  // le lundi 24
  on: ['le', 'pour le', 'ce', 'pour'],
  // Sam; la mer
  otherDays: ['sam', 'mer'],
  days: {
    // ce soir à 8 h, ce matin, cet après-midi, cette nuit
    'ce soir': { in: 0, part: [17, 23] },
    'ce matin': { in: 0, part: [0, 11] },
    'cet après-midi': { in: 0, part: [12, 18] },
    'cet après midi': { in: 0, part: [12, 18] },
    'cet aprem': { in: 0, part: [12, 18] },
    'cette nuit': { in: 0, part: [20, 28] },
    // après-demain, dans 3 jours
    'après-demain': 2,
    'après demain': 2,
    '(dans|ds) {n} {unit}': 0,
    'dans une semaine': 7,
    "aujourd'hui": 0,
    // lundi prochain, lundi de la semaine prochaine
    '{day} prochain': 'next',
    'le {day} prochain': 'next',
    '{day} [de ]la semaine prochaine': 'next week',
    'ce {day}': 'coming',
    // vendredi dernier is over
    '{day} (dernier|passé)': -7,
    '{day} qui vient': 'coming',
    // le 24
    'le {d}': 'day of month',
    // mardi 24 à 19 h
    '[le ]{day} {d} (à|vers)': 'day of month',
  },
  // 1er
  ordinals: ['er'],
  // le 24 décembre, lundi 24 décembre
  dates: ['le {d} {month}', 'le {d} {month} {year}', 'le {date}'],
  // lun au ven, du lundi au vendredi
  to: ['à', 'au', "jusqu'au"],
  and: ['et', 'et le'],
  // 5 ou 6 minutes, 10 non 12 minutes
  or: listOf(`
    ou, non, ou non, euh, euh non, pardon, plutôt, ou plutôt, non plutôt, enfin, enfin non, je veux dire, mieux, ou bien, ah non, attends, pas
  `),
  limits: listOf(`
      jusqu', à partir, à partir de, à partir du, à compter du, à compter de, jusqu, avant, après, avant le, après le, jusqu'à, jusque, jusqu'au, entre, depuis, au lieu de, au lieu du, pas, pas à, pas le, plus tard que, sauf, dès avant
  `),
  rhythms: {
    // tous les jours sauf le dimanche
    '(tous les jours|chaque jour) (sauf|excepté|hormis|à part) [(le|les) ]({day}|{days}|{day}s|{days}s)':
      'other days',
    '(en semaine|les jours ouvrés|jours ouvrés) (sauf|excepté|hormis|à part) [(le|les) ]({day}|{days}|{day}s|{days}s)':
      'other weekdays',
    // chaque jour, tous les jours
    '(chaque|tous les) (jour|jours)': 'daily',
    quotidien: 'daily',
    tlj: 'daily',
    quotidiennement: 'daily',
    // tous les matins, chaque soir
    'tous les (matins|soirs)': 'daily',
    'chaque {part}': 'daily',
    'chaque (matin|soir|nuit)': 'daily',
    // en semaine, les jours ouvrés
    'en semaine': 'weekday',
    'la semaine': 'weekday',
    '[les |tous les ]jours (ouvrés|ouvrables|de semaine)': 'weekday',
    // le week-end, les week-ends
    '[le |les |tous les |chaque ](week-end|weekend|week-ends|weekends|we)': 'weekend',
    // tous les lundis, chaque lundi, le lundi, les lundis
    'tous les {day}s': 'days',
    'tous les {days}s': 'days',
    'tous les {day}': 'days',
    'tous les {days}': 'days',
    'chaque {day}': 'days',
    'chaque {days}': 'days',
    'le {day}': 'days',
    'le {days}': 'days',
    '[les ]{day}s': 'days',
    'les {days}s': 'days',
    'du {days}': 'days',
    // un jour sur deux, tous les deux jours, tous les 3 jours
    'un jour sur deux': 'every second day',
    'tous les {n} jours': 'every n days',
    // un lundi sur deux, toutes les deux semaines le lundi
    'un {day} sur deux': 'every second week',
    'une semaine sur deux[ le][ {day}]': 'every second week',
    'toutes les {n} semaines[ le][ {day}]': 'every n weeks',
    'toutes les {n} semaines[ le] {days}': 'every n weeks',
    // le premier lundi du mois, chaque premier lundi
    '[le |chaque |tous les ]{nth} {day} (du|de chaque) mois': 'nth day',
    'chaque {nth} {day}': 'nth day',
    // le 15 du mois, le 15 de chaque mois, le dernier jour du mois
    'le {d} (du mois|de chaque mois)': 'date',
    'tous les {d} du mois': 'date',
    'chaque {d} du mois': 'date',
    '[le ](premier|1er)[ jour] (du mois|de chaque mois)': 'first date',
    'le dernier jour (du mois|de chaque mois)': 'last date',
    // chaque année le 24 décembre
    '(chaque année|tous les ans)[ le] {date}': 'yearly',
  },
  // le premier lundi
  nth: {
    premier: 1,
    '1er': 1,
    deuxième: 2,
    second: 2,
    '2e': 2,
    troisième: 3,
    '3e': 3,
    quatrième: 4,
    '4e': 4,
    dernier: -1,
  },
  units: {
    hour: ['heure', 'heures'],
    minute: ['min', 'mn', 'minute', 'minutes'],
    second: ['sec', 'seconde', 'secondes'],
    day: ['jour', 'jours'],
    week: ['semaine', 'semaines'],
  },
  amounts: {
    // une heure, une demi-heure, un quart d'heure
    '(un|une)': 1,
    '[une ](demi|demie|demi-)': 0.5,
    "[(un|une) ]quart d'": 0.25,
    "trois quarts d'": 0.75,
    "trois-quarts d'": 0.75,
  },
  // 1 heure et demie
  andParts: {
    'et demie': 0.5,
    'et demi': 0.5,
    'et quart': 0.25,
    'un quart': 0.25,
    'trois quarts': 0.75,
  },
  lengths: {
    'heure et quart': 4500,
    'demi-heure': 1800,
    'demi heure': 1800,
    'une demi-heure': 1800,
    'une demi heure': 1800,
    "quart d'heure": 900,
    "un quart d'heure": 900,
    "trois quarts d'heure": 2700,
  },
  // dans 20 minutes, d'ici 20 minutes
  whiles: [
    '(dans|ds) {length}',
    "d'ici {length}",
    "d'ici à {length}",
    'après {length}',
    '{length} plus tard',
  ],
  // jusqu'à 19 h
  until: ["jusqu'à", "jusqu'a"],
  pluralDays: ['s'],
  small: [
    'à',
    'pour',
    'et',
    'le',
    'la',
    'les',
    'du',
    'de',
    'un',
    'une',
    'réveil',
    'alarme',
    'minuteur',
    'dans',
    'ce',
  ],
  // réveille-moi à 7 h, mets un minuteur de 10 min
  orders: [
    ...['', 'mets ', 'mets-moi ', 'mettre ', 'régler ', 'règle ', 'lance ', 'lancer '].flatMap(
      (verb) =>
        [
          'un réveil',
          'le réveil',
          'mon réveil',
          'une alarme',
          "l'alarme",
          'un minuteur',
          'le minuteur',
          'un timer',
        ].flatMap((device) => [verb + device, `${verb}${device} de`]),
    ),
    'tu peux',
    'peux-tu',
    'pourrais-tu',
    'il faut',
    'minuteur de',
    'timer',
    'réveille-moi',
    'réveille moi',
    'réveillez-moi',
    'me réveiller',
    'rappelle-moi',
    'rappelle moi',
    'rappelle-moi de',
    'rappelle moi de',
    "rappelle-moi d'",
    "rappelle moi d'",
    'rappelez-moi de',
    'préviens-moi',
    'stp',
    'svp',
    "s'il te plaît",
    "s'il vous plaît",
  ],
  refusals: listOf(`
    annule, annuler, annule le, annule la, supprime, supprimer, supprime le, arrête, arrêter, arrête le, éteins, éteindre, éteins le, enlève,
    enlever, enlève le, désactive, désactiver, désactive le, non, stop
  `),
  timeWords: [
    ...listOf(`
      fois, par jour, par semaine, ne me, pas, au lieu de, hormis, excepté, en huit, en quinze, ttes, tt les, minute, minutes, mn
    `),
    'tous',
    'toutes',
    'chaque',
    'heure',
    'heures',
    'demie',
    'demi',
    'quart',
    'moins',
    'soir',
    'soirs',
    'matin',
    'matins',
    'après-midi',
    'aprem',
    'midi',
    'minuit',
    'nuit',
    'semaine',
    'semaines',
    'mois',
    'an',
    'année',
    'prochain',
    'prochaine',
    'demain',
    'hier',
    "aujourd'hui",
    'hebdomadaire',
    'mensuel',
    'annuel',
    'quotidien',
    'week-end',
    'sauf',
    'sur deux',
    'quinzaine',
  ],
  notTimes: [
    ...listOf(
      "ne pas oublier, n'oublie pas, n'oublions pas, n'oubliez pas, pas oublier, ne pas rater, ne pas être en retard",
    ),
    'bonne nuit',
    'équipe de nuit',
    'gâteau du matin',
    'demi-finale',
    ...listOf(
      'demie finale, quart de finale, quarts de finale, de la semaine, de cette semaine, black friday, mardi gras, soin, fermer, Mercedes, mères, jeux, soie, quartz',
    ),
    'marathon de nuit',
    'semi-marathon',
    // They look like slips of other words.
    'Anne',
    'jus',
    'vin',
    'vins',
    'soins',
    'fer',
    'joue',
    'jouer',
    'joues',
    'mais',
    'sans',
    'mes',
    'mots',
    'vent',
    'sacs',
    'sms',
    'Martin',
    'mis',
  ],
  titles: ['Monsieur', 'Mr', 'Madame', 'Mme', 'Mademoiselle', 'Mlle'],
  numbered: listOf(`
    bus, tram, métro, ligne, train, quai, voie, vol, porte, salle, bureau, chambre, étage, bâtiment, bloc, chapitre, page, tome, épisode,
    saison, partie, étape, leçon, exercice, module, groupe, équipe, classe, numéro, n°, pour, à, table, jour, niveau, lot, dossier
  `),
};
