// French words for the reader of typed times.
import type { Words } from '../words';

export const fr: Words = {
  language: 'fr',
  // à 7 h, vers 7 h
  at: ['à', 'vers'],
  times: {
    // 7 h, 7 h 30
    '{h} h': 0,
    '{h} h {mm}': 0,
    '{h}:{mm} h': 0,
  },
  // midi, minuit
  moments: { midi: 720, minuit: 1440 },
  partsOfDays: { matin: [0, 11], 'après-midi': [12, 18], soir: [17, 23] },
  on: ['le'],
  to: ['à', 'au'],
  and: ['et'],
  ordinals: ['er'],
  rhythms: {
    // chaque jour
    'chaque jour': 'daily',
    quotidien: 'daily',
    // en semaine
    'en semaine': 'weekday',
    'jours ouvrés': 'weekday',
    // le week-end
    '[le ]week-end': 'weekend',
    '[le ]weekend': 'weekend',
    // tous les lundis, chaque lundi
    'tous les {day}s': 'days',
    'chaque {day}': 'days',
  },
  units: {
    hour: ['heure', 'heures'],
    minute: ['min', 'minute', 'minutes'],
    second: ['seconde', 'secondes'],
  },
  // dans 20 minutes
  whiles: ['dans {length}'],
  until: ["jusqu'à"],
  small: ['à', 'pour', 'et', 'le', 'la'],
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
    'et quart',
    'ce soir',
    'ce matin',
    'soir',
    'matin',
    'après-midi',
    'midi',
    'minuit',
    'semaine',
    'semaines',
    'mois',
    'prochain',
    'prochaine',
    'demain',
    'hebdomadaire',
  ],
};
