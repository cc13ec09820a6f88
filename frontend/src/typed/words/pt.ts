// Portuguese words for the reader of typed times.
import { hourAnd, listOf, numbersOf, type Words } from '../words';

// sete, vinte e cinco
const numbers = {
  ...numbersOf(
    'zero um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove',
    'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    (ten, one) => `${ten} e ${one}`,
  ),
  cem: 100,
};

export const pt: Words = {
  language: 'pt',
  numbers,
  // às 7, à uma
  at: listOf(`
      às, as, à, lá pelas, por volta das, cerca das, perto das, tipo, tipo às, lá pras, umas, a partir das, pelas, pras, pra, para
      as
    `),
  times: {
    // 7 h, 7:30 h, 7 horas
    '{h} h': 0,
    '{h}:{mm} (h|hs|hrs|horas)': 0,
    '{h} hs': 0,
    '{h} (horas|hrs|hr)': 0,
    '{h} (hora|horas) em ponto': 0,
    '{h} em ponto': 0,
    '{h} h {mm} (min|m)': 0,
    // sete trinta
    '{h} {mw}': 0,
    // 7 e meia, 7 e 15, sete e quinze
    '{h}[ horas] e meia': 30,
    '{h}[ horas] e quarto': 15,
    '{h}[ horas] e um quarto': 15,
    '{h}[ h| horas] e {m}[ (minutos|min)]': 0,
    '{h} h meia': 30,
    '{h} e três quartos': 45,
    // 15 para as 8, dez para as sete, 10 pras 7, faltando 10 pras 7
    '[(falta|faltam|faltando) ]{m}[ (minutos|min)] (para as|para a|pras|pra|pro|para o) {h}':
      'before',
    '[(falta|faltam|faltando) ][um ]quarto (para as|para a|pras) {h}': -15,
    // 8 menos 10, used in Portugal
    '{h} menos [um ]quarto': -15,
    '{h} menos {m}[ (minutos|min)]': 'before',
    // dez para a meia-noite, 5 pro meio-dia, meia-noite e vinte
    '[(falta|faltam|faltando) ]{m}[ (minutos|min)] (para[ (a|o)]|pra|pro) {moment}': 'before',
    '[um ]quarto (para[ (a|o)]|pra|pro) {moment}': -15,
    '{moment} em ponto': 0,
    '{moment} e meia': 30,
    '{moment} e [um ]quarto': 15,
    '{moment} e {m}[ (minutos|min)]': 0,
  },
  rareTimes: ['{h} (horas|hrs|hr)'],
  // meio-dia, meia-noite
  moments: {
    'meio-dia': 720,
    'meio dia': 720,
    'ao meio-dia': 720,
    'ao meio dia': 720,
    'meia-noite': 1440,
    'meia noite': 1440,
    'à meia-noite': 1440,
    'à meia noite': 1440,
  },
  parts: {
    // 8 da manhã, 3 da tarde, 8 da noite, 2 da madrugada
    'de manhã': [0, 11],
    'pela manhã': [0, 11],
    'à tarde': [12, 18],
    'de tarde': [12, 18],
    'à noite': [18, 28],
    'de noite': [18, 28],
    'de madrugada': [0, 6],
  },
  // 8 da manhã, 3 da tarde
  partsBehind: {
    'da manhã': [0, 11],
    'da tarde': [12, 18],
    'da noite': [18, 28],
    'da madrugada': [0, 6],
    'da madruga': [0, 6],
    'da matina': [0, 11],
    'da manhãzinha': [3, 10],
    'da tardinha': [15, 19],
    'da noitinha': [18, 23],
    'do meio-dia': [11, 14],
    'do dia': [11, 15],
  },
  // amanhã de manhã, hoje à noite, segunda à tarde
  partsOfDays: {
    'de manhã': [4, 11],
    'pela manhã': [4, 11],
    cedo: [3, 10],
    cedinho: [3, 10],
    'bem cedo': [3, 10],
    'de manhã cedo': [3, 10],
    'de manhã bem cedo': [3, 10],
    'de manhã cedinho': [3, 10],
    'à tardinha': [15, 19],
    'de tardinha': [15, 19],
    'à noitinha': [18, 23],
    'de manhãzinha': [3, 10],
    'na madrugada': [0, 6],
    'à tarde': [12, 18],
    'de tarde': [12, 18],
    'à noite': [18, 28],
    'de noite': [18, 28],
    'de madrugada': [0, 6],
  },
  // segunda, terça, 2ª
  weekdays: {
    mon: ['segunda', 'seg', '2ª', 'segunda feira', '2ª feira', '2ª-feira', '2a feira', '2a-feira'],
    tue: ['terça', 'ter', '3ª', 'terça feira', '3ª feira', '3ª-feira', '3a feira', '3a-feira'],
    wed: ['quarta', 'qua', '4ª', 'quarta feira', '4ª feira', '4ª-feira', '4a feira', '4a-feira'],
    thu: ['quinta', 'qui', '5ª', 'quinta feira', '5ª feira', '5ª-feira', '5a feira', '5a-feira'],
    fri: ['sexta', 'sex', '6ª', 'sexta feira', '6ª feira', '6ª-feira', '6a feira', '6a-feira'],
    sat: ['sab', 'sáb'],
    sun: ['dom'],
  },
  months: [[], ['fev'], [], [], [], [], [], [], ['set'], ['out'], [], ['dez']],
  on: listOf(
    'em, na, no, para, nesta, neste, dia, no dia, pro, pra, pro dia, da, do, para a, para o',
  ),
  // 5ª aula
  otherDays: listOf(
    '2ª, 3ª, 4ª, 5ª, 6ª, 2a, 3a, 4a, 5a, 6a, segundas, terças, quartas, quintas, sextas, domingos, ter, Natal, Ano Novo',
  ),
  days: {
    '[no ]dia {d} do (mês que vem|próximo mês)': 'day of next month',
    '(mês que vem|no próximo mês)[,][ no] dia {d}': 'day of next month',
    // hj às 22h
    hj: 0,
    amnh: 1,
    // esta noite, esta tarde
    'esta noite': { in: 0, part: [18, 28] },
    'esta tarde': { in: 0, part: [12, 18] },
    // logo à noite
    'logo à noite': { in: 0, part: [18, 28] },
    'logo à tarde': { in: 0, part: [12, 18] },
    'esta manhã': { in: 0, part: [4, 11] },
    '[na ]véspera de Natal': { month: 12, day: 24 },
    '[(no|dia de|no dia de) ]Natal': { month: 12, day: 25 },
    '[(no|dia de|no dia de) ]Ano Novo': { month: 1, day: 1 },
    '[na ]véspera de Ano Novo': { month: 12, day: 31 },
    '[no ]réveillon': { month: 12, day: 31 },
    // Their dates change.
    '[(domingo de|na|no) ](Páscoa|Carnaval)': 'unknown',
    '[no ]dia (das mães|dos pais)': 'unknown',
    'depois de amanhã': 2,
    // em 3 dias, daqui a uma semana
    '(em|daqui a) {n} {unit}': 0,
    'daqui a uma semana': 7,
    // próxima segunda, na próxima sexta, segunda que vem
    '[na |no |a |o ](próxima|próximo) {day}': 'next',
    '{day} (que vem|próxima|próximo)': 'next',
    '(na|no) {day} (que vem|próxima|próximo)': 'next',
    '[(na|no) ]{day} agora': 'coming',
    '[(na|no) ]{day} (desta|dessa) semana': 'this week',
    '[(na|no) ]{day} da (outra semana|semana seguinte)': 'unknown',
    '(na|no) (outra|outro) {day}': 'unknown',
    '{day} da (próxima semana|semana que vem)': 'next week',
    '(esta|este|nesta|neste|essa|esse|nessa|nesse) {day}[ agora]': 'coming',
    // logo às 21h
    logo: 0,
    'hoje ainda': 0,
    'ainda hoje': 0,
    // no dia 24, dia 24, segunda 30, segunda dia 30
    '[no ]dia {d}': 'day of month',
    '[no ]dia primeiro': 'unknown',
    '[(na|no) ]{day}[,] [dia ]{d}': 'day of month',
  },
  ordinals: ['º', 'o'],
  dates: [
    '{d} de {month}',
    '{d} de {month} de {year}',
    '[no ]dia {d} de {month}',
    '[no ]dia {d} de {month} de {year}',
  ],
  // seg a sex, de segunda a sexta
  to: ['a', 'à', 'até', 'ao'],
  and: ['e'],
  each: ['cada', 'toda', 'todo', 'todas as', 'todos os', 'na', 'no', 'às', 'aos', 'nas', 'nos'],
  // 5 ou 6 minutos, 8 não 9
  or: listOf(`
    depois, e depois, depois mais, e depois mais, e mais, mais, corrigindo, perdão, minto, ou, ou melhor, melhor, não, digo, não digo, quer dizer, aliás, ops, espera, não espera, desculpa, na verdade, quero dizer
  `),
  limits: listOf(`
      partir, partir de, partir da, partir do, partir das, a contar de, antes de, antes das, antes da, antes do, depois de, depois das, depois da, até, entre, não, desde, desde as, em vez de, menos, não antes das
  `),
  rhythms: {
    // todo dia menos domingo
    '(todo dia|todos os dias|diariamente|cada dia) fora [(aos|às|o|a|no|na|os|as) ]({day}|{days}|{day}s|{days}s)':
      'other days',
    '[(todo dia|todos os dias|diariamente|cada dia)[,] ](menos|exceto|salvo) [(aos|às|ao|à|o|a|no|na|os|as) ]({day}|{days}|{day}s|{days}s)':
      'other days',
    '[(todo dia|todos os dias|diariamente|cada dia)[,] ](menos|exceto|salvo) [(aos|ao|o|no|os|nos) ](fim de semana|fins de semana|fds)':
      'no weekend',
    // todo dia, todos os dias, diariamente
    'todo dia': 'daily',
    'td dia': 'daily',
    'tds os dias': 'daily',
    '(todos os dias|todo santo dia|todo o dia|tds dias|dia a dia)': 'daily',
    'cada dia': 'daily',
    diariamente: 'daily',
    diário: 'daily',
    // toda manhã, todas as noites
    '(toda|toda a|todas as|cada) (manhã|manhãs)': { part: [4, 11] },
    '(toda|toda a|todas as|cada) (tarde|tardes)': { part: [12, 18] },
    '(toda|toda a|todas as|cada) (noite|noites)': { part: [18, 28] },
    '(toda|toda a|todas as|cada) (madrugada|madrugadas)': { part: [0, 6] },
    // dias úteis, durante a semana
    '[(nos|todos os) ]dias (úteis|de semana|da semana)': 'weekday',
    'durante a semana': 'weekday',
    // fim de semana, nos fins de semana
    '[(no|nos|aos|todo|todos os|cada) ](fim de semana|fins de semana|final de semana|finais de semana|fds|findi)':
      'weekend',
    '(neste|nesse|este|esse|no próximo|próximo) (fim de semana|final de semana|fds)': 'unknown',
    '[no ](fim de semana|final de semana|fds) (que vem|agora|próximo)': 'unknown',
    'fim-de-semana': 'weekend',
    // toda segunda, todas as segundas, às segundas, de segunda a sexta
    '(toda|todo|cada) {day}': 'days',
    '(toda|todo|cada|de) {days}': 'days',
    '(todas as|todos os|às|aos|nas|nos) {day}s': 'days',
    'segundas[(-| )feiras]': ['mon'],
    'terças[(-| )feiras]': ['tue'],
    'quartas[(-| )feiras]': ['wed'],
    'quintas[(-| )feiras]': ['thu'],
    'sextas[(-| )feiras]': ['fri'],
    sábados: ['sat'],
    domingos: ['sun'],
    '(todas as|todos os|às|aos|nas|nos) {days}s': 'days',
    '(todas as|todos os|às|aos|nas|nos) {day}s-feiras': 'days',
    // dia sim, dia não, a cada dois dias
    '[um ]dia sim[,] [(um|e) ](outro|dia) não': 'every second day',
    '(em dias alternados|dias alternados|de dois em dois dias|de 2 em 2 dias)': 'every second day',
    'dia sim, dia não': 'every second day',
    'dia sim dia não': 'every second day',
    '[a ]cada {n} dias': 'every n days',
    // a cada duas semanas na segunda, segunda sim, segunda não
    '[a ]cada {n} semanas[ (na|no|às|aos)][ {day}]': 'every n weeks',
    '[a ]cada {n} semanas[ (na|no|às|aos)] {days}': 'every n weeks',
    '{day} (sim|sim,) {day} não': 'every second week',
    '{day} sim[,] (outra|outro) não': 'every second week',
    'semana sim[,] semana não[,][ (na|no|às|aos)][ {day}]': 'every second week',
    '(quinzenalmente|a cada quinze dias|a cada 15 dias|cada 15 dias|de 15 em 15 dias|de quinze em quinze dias)[ (na|no|às|aos)][ {day}[s]]':
      'every second week',
    '(toda semana|todas as semanas|semanalmente) (na|no|às|aos) ({day}|{days})[s]': 'days',
    // na primeira segunda do mês, toda primeira segunda
    '[na |no |toda |todo ]{nth} {day} (do|de cada|de todo) mês': 'nth day',
    '(toda|todo) {nth} {day}': 'nth day',
    // todo dia 15, dia 15 de cada mês, no último dia do mês
    '(todo|todos os|cada) dia {d}': 'date',
    // dia 1 e 15 de todo mês, todo dia 1 e 15
    '[(todo|no|nos) ](dia|dias) {d} e [(dia|no dia) ]{d} (de cada|do|de todo) mês': 'date',
    '(todo dia|todos os dias|nos dias) {d} e [dia ]{d}': 'date',
    '[(no|todo) ]dia {d} (de cada|do|de todo) mês': 'date',
    '(todo mês|todos os meses|mensalmente)[,] [(no|todo) ]dia {d}': 'date',
    'uma vez por mês[,] [no ]dia {d}': 'date',
    '[no |todo ]primeiro dia (do|de cada|de todo) mês': 'first date',
    '(todo dia primeiro|todo dia 1º|dia primeiro de cada mês)': 'first date',
    '(T e Q|S, T e Q)': 'unknown',
    '[no |todo ]último dia (do|de cada|de todo) mês': 'last date',
    'todo (fim|final) de mês': 'last date',
    // todo ano em 24 de dezembro
    '(todo ano|todos os anos|cada ano|anualmente)[ (em|no dia)] {date}': 'yearly',
    '(todo|cada)[ dia] {date}': 'yearly',
  },
  // na primeira segunda
  nth: {
    primeira: 1,
    primeiro: 1,
    segunda: 2,
    segundo: 2,
    terceira: 3,
    terceiro: 3,
    quarto: 4,
    última: -1,
    último: -1,
  },
  units: {
    hour: ['hora', 'horas', 'hs', 'hr', 'hrs', 'horinha', 'horinhas'],
    minute: ['min', 'mins', 'minuto', 'minutos', 'minutinho', 'minutinhos', "'"],
    second: ['segundo', 'segundos', 'segundinhos', 'seg', 'segs', '"', "''"],
    day: ['dia', 'dias'],
    week: ['semana', 'semanas'],
  },
  amounts: {
    // uma hora, meia hora, um quarto de hora
    '(um|uma)': 1,
    meia: 0.5,
    meio: 0.5,
    '[um ]quarto de': 0.25,
    'três quartos de': 0.75,
    '[um ]par de': 2,
  },
  // 1 hora e meia
  andParts: { 'e meia': 0.5, 'e meio': 0.5, 'e um quarto': 0.25 },
  lengths: {
    'hora e meia': 5400,
    'hora e um quarto': 4500,
    'minuto e meio': 90,
    'meia horinha': 1800,
    'um quarto de hora': 900,
    'quarto de hora': 900,
    ...hourAnd('hora e', numbers, ['minutos', 'min']),
  },
  less: ['menos'],
  // em 20 minutos, daqui a 20 minutos
  whiles: [
    // em 5
    '(em|daqui a) {n}',
    '(em|daqui a|dentro de|daqui|daki|daki a|depois de|daqui uns|daqui umas|daqui a uns|daqui a umas|em uns|em cerca de|daqui a cerca de) {length}',
  ],
  // até as 19
  until: ['até as', 'até às', 'até a', 'até'],
  // terças e quintas, terças-feiras
  pluralDays: ['s', 's-feiras', '-feiras'],
  small: listOf(`quase, por volta de, 
      para, de, e, a, o, as, os, na, no, em, da, do, das, dos, alarme, timer, pra, com, uns, umas, sempre, só, mais ou menos,
      cerca de
    `),
  // me acorda às 7, coloca um timer
  orders: [
    ...listOf(`
      coloca, coloque, colocar, põe, bota, um alarme, um timer, um timer de, timer de, temporizador, despertador, me acorda, me
      acorde, acorda-me, acorde-me, me acordar, me chama, me lembra, me lembra de, me lembre, me lembre de, lembra-me de, lembre-
      me de, me avisa, me avise, por favor
    `),
    ...listOf(`
      pfv, pf, se faz favor, acorda eu, me desperta, me desperte, desperta-me, me levanta, me recorda, me recorde,
      coloca um alarme, põe um alarme, põe o despertador, bota um alarme, alarme para, alarme pra, lembrar de, lembrete de, lembrete, preciso,
      tenho que, tenho de, põe um timer, põe um timer de, coloca um timer, coloca um timer de
    `),
  ],
  verbs: listOf('toca, tocar, acorda, avisa, avisar, lembra, lembrar, mete, começa'),
  refusals: listOf(`
    pode desligar, pode cancelar, pode tirar, pode apagar, não precisa, não precisa mais, cancela, cancelar, apaga, apagar, remove, remover, desliga, desligar, desativa, desativar, exclui, excluir, tira, não, não quero
  `),
  asked: listOf(
    `não precisa, nao precisa, não preciso, não quero, não é pra, não é para, não vou, não tenho, sem alarme, já não, e pouco, e pouca, primeira hora, amanhecer`,
  ),
  timeWords: [
    ...listOf(`
      nunca, jamais, vezes, ao dia, por dia, por semana, não me, não acorda, não acorde, não toca, não nos, em vez de, ao invés de, hora, horas, minuto, minutos, quinzena, dias, úteis, dia sim
    `),
    ...listOf(`
      toda, todo, todas, todos, cada, meia, meio, quarto, menos, noite, noites, tarde, tardes, manhã, manhãs, madrugada, à noite,
      hoje, amanhã, ontem, semana, semanas, mês, meses, ano, próxima, próximo, que vem, diário, diariamente, semanal,
      semanalmente, mensal, mensalmente, anual, quinzenal, exceto, menos, em ponto
    `),
  ],
  wakes: listOf(
    'me acorda, me acorde, acorda-me, acorde-me, me acordar, acorda eu, acordar, me desperta, desperta-me, levantar, me levantar, me chama',
  ),
  titles: ['senhor', 'sr', 'seu', 'senhora', 'sra', 'dona', 'rua', 'praça', 'colégio'],
  numbered: listOf(`
    ônibus, autocarro, linha, trem, comboio, plataforma, voo, portão, sala, escritório, quarto, andar, bloco, capítulo, página, tomo, episódio,
    temporada, parte, etapa, lição, exercício, módulo, grupo, time, equipe, turma, número, nº, mesa, dia, nível, lote, rota, canal, cap
  `),
  counted: [
    'comprimido',
    'cápsula',
    'dose',
    'litro',
    'quilo',
    'xícara',
    'limão',
    'copo',
    'pastilha',
    'maçã',
    '-as',
    '-os',
    '-es',
    '-ns',
    '-is',
  ],
  notTimes: [
    ...listOf(`
      atualmente, quarto, pronto, pelo, seus, outras, quanto, quantas, falando, tira, médio, terá, tens, nesses, nessas, quão
    `),
    ...listOf(`
      qual, maior, outro, sabe, acordo, medo, medos, quais, nessa, fala, falam, minhas, pena, teria, sexo, atual, feita, feitas,
      trás, marca, marcar, marcou, seguida, seguido, quis, daí, terras, férias, sabemos, dentre, pele, seguindo, domínio, mato, mail, segura, quadro,
      quadros, honra, pega, pegar, abriu, abri, dicas, manda, mandar, salão, home, pinto, pinta, teus, aumenta, aumentar, euro, euros, mental, Maia, salto,
      dormindo, falsa, segredos, vozes, seguros, SMS, salva, salve, sabes, set, sets, aranha, senta, melo, sexy, veem, quentes, sapatos, cego,
      aposto, note, Mia, acordei, feia, feira, quartel, quintal, hope, dominar, manga, terço, Noé, Márcio, outros, outro, nossa, nosso, deste, desse, destas, dessas, sinto, caminho, santos, santa, santo, ouro, certa, certo, minas, mina, anda, andar, Marina, carinho, adora, mini, deusa, fina, novinha, delta, seguinte, seguintes, aumento, mesas, mesa, credo, faltar, saldo,
      Júlio, Júlia, mancha, primário, Tomás, aborda, naval, fera, Inês, quieta, pesa, pesar, minuta, mas, mais, gás, ônibus, tênis, lápis, Marta,
      pires, vírus, Vinícius, Matheus, Lucas, deus, compras, aulas, óculos, Vigília, cestas, secar
    `),
    ...listOf('não me esquecer, não me atrasar, hora extra, banco de horas, vinte e quatro horas'),
    ...listOf(`
      tinta, horta, Amanda, bom dia, boa noite, boa tarde, meia maratona, quarto de hotel, turno da noite
    `),
    // They look like slips of other words.
    ...listOf(`
      manta, mão, mano, minha, terra, norte, junto, porto, posto, abrir, Marcos, Mário, circo, peça, meios, dos
    `),
  ],
};
