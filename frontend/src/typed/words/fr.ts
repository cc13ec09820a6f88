// French words for the reader of typed times.
import { numbersOf, type Words } from '../words';

export const fr: Words = {
  language: 'fr',
  // sept, vingt et une, quarante-cinq
  numbers: {
    ...numbersOf(
      'zéro un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
      'vingt trente quarante cinquante',
      (ten, one) => `${ten}-${one}`,
    ),
    ...numbersOf(
      'zéro un/une deux trois quatre cinq six sept huit neuf',
      'vingt trente quarante cinquante',
      (ten, one) => (/^une?$/.test(one) ? `${ten} et ${one}` : `${ten} ${one}`),
    ),
  },
  // à 7 h, vers 7 h
  at: ['à', 'vers', 'dès', 'pour'],
  times: {
    // 7 h, 7 h 30, 7 heures 30, sept heures trente
    '{h} h': 0,
    '{h} h {mm}': 0,
    '{h} h {mm} min': 0,
    '{h}:{mm} h': 0,
    '{h} (heure|heures)': 0,
    '{h} (heure|heures) {m}': 0,
    '{h} (h|heure|heures) pile': 0,
    // 7h et demie, sept heures et quart, 8h moins le quart, 8 h moins 10
    '{h}[ (h|heure|heures)] et (demie|demi)': 30,
    '{h}[ (h|heure|heures)] et quart': 15,
    '{h}[ (h|heure|heures)] un quart': 15,
    '{h}[ (h|heure|heures)] trois quarts': 45,
    '{h}[ (h|heure|heures)] moins [le |un ]quart': -15,
    '{h}[ (h|heure|heures)] moins {m}': 'before',
  },
  // midi, minuit, midi et demi
  moments: {
    midi: 720,
    'midi et demi': 750,
    'midi et demie': 750,
    'midi et quart': 735,
    'midi moins le quart': 705,
    minuit: 1440,
    'minuit et demi': 30,
    'minuit et demie': 30,
    'minuit et quart': 15,
  },
  parts: {
    // 8 h du matin, 3 heures de l'après-midi, 8 h du soir
    'du matin': [0, 11],
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
    midi: [11, 14],
    soir: [17, 23],
    'au soir': [17, 23],
    nuit: [20, 28],
  },
  // le lundi 24
  on: ['le', 'pour le', 'ce', 'pour'],
  days: {
    // ce soir à 8 h, ce matin, cet après-midi, cette nuit
    'ce soir': { in: 0, part: [17, 23] },
    'ce matin': { in: 0, part: [0, 11] },
    'cet après-midi': { in: 0, part: [12, 18] },
    'cet après midi': { in: 0, part: [12, 18] },
    'cette nuit': { in: 0, part: [20, 28] },
    // après-demain, dans 3 jours
    'après-demain': 2,
    'après demain': 2,
    'dans {n} {unit}': 0,
    'dans une semaine': 7,
    "aujourd'hui": 0,
    // lundi prochain, lundi de la semaine prochaine
    '{day} prochain': 'next',
    'le {day} prochain': 'next',
    '{day} [de ]la semaine prochaine': 'next week',
    'ce {day}': 'coming',
    '{day} qui vient': 'coming',
    // le 24
    'le {d}': 'day of month',
  },
  // 1er
  ordinals: ['er'],
  // le 24 décembre, lundi 24 décembre
  dates: ['le {d} {month}', 'le {d} {month} {year}', 'le {date}'],
  // lun au ven, du lundi au vendredi
  to: ['à', 'au', "jusqu'au"],
  and: ['et', 'et le'],
  rhythms: {
    // chaque jour, tous les jours
    '(chaque|tous les) (jour|jours)': 'daily',
    quotidien: 'daily',
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
    '[le |les |tous les |chaque ](week-end|weekend|week-ends|weekends)': 'weekend',
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
  andHalf: ['et demie', 'et demi'],
  lengths: {
    'demi-heure': 1800,
    'demi heure': 1800,
    'une demi-heure': 1800,
    'une demi heure': 1800,
    "quart d'heure": 900,
    "un quart d'heure": 900,
    "trois quarts d'heure": 2700,
  },
  // dans 20 minutes, d'ici 20 minutes
  whiles: ['dans {length}', "d'ici {length}", "d'ici à {length}", 'après {length}'],
  // jusqu'à 19 h
  until: ["jusqu'à", "jusqu'a"],
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
  timeWords: [
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
    'bonne nuit',
    'équipe de nuit',
    'gâteau du matin',
    'demi-finale',
    'marathon de nuit',
    'semi-marathon',
  ],
};
