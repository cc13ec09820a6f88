// Spanish words for the reader of typed times.
import type { Words } from '../words';

export const es: Words = {
  language: 'es',
  // a las 7
  at: ['a las', 'a la', 'las'],
  times: {
    // 7 h, 7:30 h
    '{h} h': 0,
    '{h}:{mm} h': 0,
  },
  // medianoche
  moments: { mediodía: 720, medianoche: 1440 },
  parts: { 'de la medianoche': [24, 24], 'del mediodía': [12, 14], 'de la noche': [19, 28] },
  on: ['el'],
  to: ['a', 'al'],
  and: ['y', 'e'],
  rhythms: {
    // cada día
    'cada día': 'daily',
    'a diario': 'daily',
    // entre semana
    'entre semana': 'weekday',
    'días laborables': 'weekday',
    // fines de semana
    '(fin|fines) de semana': 'weekend',
    // todos los lunes, cada lunes, los lunes
    '(todos los|los|cada) {day}': 'days',
  },
  units: {
    hour: ['hora', 'horas'],
    minute: ['min', 'minuto', 'minutos'],
    second: ['seg', 'segundo', 'segundos'],
  },
  // en 20 minutos, dentro de 20 minutos
  whiles: ['(en|dentro de) {length}'],
  until: ['hasta las', 'hasta'],
  small: ['para', 'a', 'de', 'el', 'la', 'y'],
  timeWords: [
    'todos',
    'todas',
    'cada',
    'media',
    'cuarto',
    'menos',
    'noche',
    'tarde',
    'madrugada',
    'mediodía',
    'medianoche',
    'semana',
    'semanas',
    'mes',
    'próximo',
    'próxima',
    'esta',
    'mañana',
    'por la mañana',
  ],
};
