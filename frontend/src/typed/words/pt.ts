// Portuguese words for the reader of typed times.
import type { Words } from '../words';

export const pt: Words = {
  language: 'pt',
  // às 7
  at: ['às', 'as', 'à'],
  times: {
    // 7 h, 7:30 h
    '{h} h': 0,
    '{h}:{mm} h': 0,
  },
  // meia-noite
  moments: { 'meio-dia': 720, 'meio dia': 720, 'meia-noite': 1440, 'meia noite': 1440 },
  parts: { 'da noite': [18, 28] },
  // segunda
  weekdays: { mon: ['segunda'], tue: ['terça'], wed: ['quarta'], thu: ['quinta'], fri: ['sexta'] },
  on: ['em', 'na', 'no'],
  to: ['a', 'à', 'até'],
  and: ['e'],
  dates: ['{d} de {month}', '{d} de {month} de {year}'],
  rhythms: {
    // todo dia
    'todo dia': 'daily',
    diariamente: 'daily',
    // dias úteis
    'dias úteis': 'weekday',
    'durante a semana': 'weekday',
    // fim de semana
    '(fim|fins) de semana': 'weekend',
    // toda segunda, às segundas
    '(toda|todo) {day}': 'days',
    '(todas as|todos os|às|aos) {day}s': 'days',
  },
  units: {
    hour: ['hora', 'horas'],
    minute: ['min', 'minuto', 'minutos'],
    second: ['seg', 'segundo', 'segundos'],
  },
  // em 20 minutos, daqui a 20 minutos
  whiles: ['(em|daqui a) {length}'],
  until: ['até as', 'até às', 'até'],
  small: ['para', 'de', 'e', 'a', 'o'],
  timeWords: [
    'toda',
    'todo',
    'todas',
    'todos',
    'cada',
    'meia',
    'quarto',
    'noite',
    'tarde',
    'manhã',
    'madrugada',
    'à noite',
    'semana',
    'semanas',
    'mês',
    'próxima',
    'próximo',
  ],
};
