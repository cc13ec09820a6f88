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
    septante: 70,
    octante: 80,
    huitante: 80,
    nonante: 90,
    'quatre-vingts': 80,
    'quatre-vingt-dix': 90,
    cent: 100,
  },
  // à 7 h, vers 7 h
  at: ['à', 'vers', 'dès', 'aux alentours de', 'autour de', 'sur les coups de'],
  times: {
    // 7 h, 7 h 30, 7 heures 30, sept heures trente
    '{h} h': 0,
    '{h} h {mm}': 0,
    '{h} h {mm} min': 0,
    '{h}:{mm} h': 0,
    '{h} (heure|heures)': 0,
    '{h} (heure|heures) {mh}': 0,
    '{h} (h|heure|heures) (pile|précises|précise|tapantes|tapante)': 0,
    '{moment} pile': 0,
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
    "de l'aprem": [12, 18],
    'de la journée': [10, 18],
    'de la matinée': [4, 11],
    'de la soirée': [17, 23],
    "de l'après-midi": [12, 18],
    "de l'après midi": [12, 18],
    "dans l'après-midi": [12, 18],
    'en soirée': [17, 23],
    "l'aprem": [12, 18],
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
    tôt: [3, 10],
    'très tôt': [3, 10],
    'de bonne heure': [3, 10],
    'matin tôt': [3, 10],
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
  weekdays: {
    tue: ['mard'],
    wed: ['merc', 'mercr'],
    thu: ['jeud'],
    fri: ['vend', 'vendr'],
  },
  months: [
    ['janv'],
    ['fév', 'févr'],
    [],
    ['avr'],
    [],
    [],
    ['juil'],
    [],
    ['sept'],
    ['oct'],
    ['nov'],
    ['déc'],
  ],
  // le lundi 24
  on: ['le', 'pour le', 'ce', 'pour'],
  // Sam; la mer
  otherDays: ['sam', 'mer', 'Noël', 'Saint-Valentin'],
  days: {
    '[le ]{d} du mois prochain': 'day of next month',
    '[le ]mois prochain[,][ le] {d}': 'day of next month',
    // ce soir à 8 h, ce matin, cet après-midi, cette nuit
    'ce soir': { in: 0, part: [17, 23] },
    'ce matin': { in: 0, part: [0, 11] },
    'cet après-midi': { in: 0, part: [12, 18] },
    'cet après midi': { in: 0, part: [12, 18] },
    'cet aprem': { in: 0, part: [12, 18] },
    'cette nuit': { in: 0, part: [20, 28] },
    // veille de Noël 21h
    '[la ]veille de Noël': { month: 12, day: 24 },
    '[(le|le jour de|à) ]Noël': { month: 12, day: 25 },
    '[(la|à la) ](Saint-Valentin|St-Valentin)': { month: 2, day: 14 },
    '[la ](Saint-Sylvestre|St-Sylvestre|veille du Nouvel An)': { month: 12, day: 31 },
    "(le jour de l'an|jour de l'an|le nouvel an)": { month: 1, day: 1 },
    '[la ]Toussaint': { month: 11, day: 1 },
    // Their dates change.
    '[(dimanche|lundi) de ](Pâques|Pentecôte)': 'unknown',
    '[la ]fête des (mères|pères)': 'unknown',
    // après-demain, dans 3 jours
    'après-demain': 2,
    'après demain': 2,
    '(dans|ds) {n} {unit}': 0,
    'dans une semaine': 7,
    "aujourd'hui": 0,
    // lundi prochain, lundi de la semaine prochaine
    '{day} de cette semaine': 'this week',
    "[l']autre {day}": 'unknown',
    '[le ]{day} suivant': 'unknown',
    '[le ]{day} en (huit|quinze)': 'unknown',
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
    puis, puis encore, et puis, ensuite, et encore, plus, encore, oups, je voulais dire, ou, non, ou non, euh, euh non, pardon, plutôt, ou plutôt, non plutôt, enfin, enfin non, je veux dire, mieux, ou bien, ah non, attends, pas
  `),
  limits: listOf(`
      jusqu', à partir, à partir de, à partir du, à compter du, à compter de, jusqu, avant, après, avant le, après le, jusqu'à, jusque, jusqu'au, entre, depuis, au lieu de, au lieu du, pas, pas à, pas le, plus tard que, sauf, dès avant
  `),
  rhythms: {
    // tous les jours sauf le dimanche
    '[(tous les jours|chaque jour)[,] ](sauf|excepté|hormis|à part) [(le|les) ]({day}|{days}|{day}s|{days}s)':
      'other days',
    '[(tous les jours|chaque jour)[,] ](sauf|excepté|hormis|à part) [(le|les) ](week-end|week-ends|weekend|weekends)':
      'no weekend',
    // chaque jour, tous les jours
    '(chaque|tous les) (jour|jours)': 'daily',
    quotidien: 'daily',
    tlj: 'daily',
    quotidiennement: 'daily',
    // tous les matins, chaque soir
    '(tous les jours de la semaine|chaque jour de la semaine)': 'unknown',
    '(tous les|chaque|les) (matins|matin)': { part: [0, 11] },
    '(tous les|toutes les|chaque) (après-midi|aprems|aprem|après-midis)': { part: [12, 18] },
    '(tous les|chaque|les) (soirs|soir)': { part: [17, 23] },
    '(toutes les|chaque) (nuits|nuit)': { part: [20, 28] },
    '(tous les|chaque) midis': { part: [11, 14] },
    // en semaine, les jours ouvrés
    'en semaine': 'weekday',
    'la semaine': 'weekday',
    '[les |tous les ]jours (ouvrés|ouvrables|de semaine)': 'weekday',
    // le week-end, les week-ends
    '[le |les |tous les |chaque ](week-end|weekend|week-ends|weekends|we|wk)': 'weekend',
    '[la |les |toutes les |chaque ](fin de semaine|fins de semaine)': 'weekend',
    '(ce|cette) (week-end|weekend|we|fin de semaine)': 'unknown',
    '[le |la ](week-end|weekend|we|fin de semaine) (prochain|prochaine|qui vient)': 'unknown',
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
    '(un jour sur deux|1 jour sur 2|un jour sur 2|tous les 2 jours)': 'every second day',
    '(un|1) {day} sur (2|deux)': 'every second week',
    '(tous les quinze jours|tous les 15 jours|une semaine sur 2|1 semaine sur 2|1 sem sur 2)[ le][ {day}]':
      'every second week',
    '(toutes les semaines|chaque semaine) le ({day}|{days})': 'days',
    'tous les {n} jours': 'every n days',
    // un lundi sur deux, toutes les deux semaines le lundi
    'un {day} sur deux': 'every second week',
    'un {day} sur {n}': 'every n weeks',
    'un jour sur {n}': 'every n days',
    'une semaine sur deux[ le][ {day}]': 'every second week',
    'toutes les {n} semaines[ le][ {day}]': 'every n weeks',
    'toutes les {n} semaines[ le] {days}': 'every n weeks',
    // le premier lundi du mois, chaque premier lundi
    '[le |chaque |tous les ]{nth} {day} (du|de chaque) mois': 'nth day',
    'chaque {nth} {day}': 'nth day',
    // le 15 du mois, le 15 de chaque mois, le dernier jour du mois
    'le {d} (du mois|de chaque mois|de tous les mois)': 'date',
    '(tous les mois|chaque mois)[,] le {d}': 'date',
    'une fois par mois[,] le {d}': 'date',
    'tous les {d} du mois': 'date',
    // le 1er et le 15 de chaque mois
    '[le |les |tous les ]{d} et [le ]{d} (du mois|de chaque mois|de tous les mois)': 'date',
    'chaque {d} du mois': 'date',
    '[le ](premier|1er)[ jour] (du mois|de chaque mois)': 'first date',
    '[le |chaque |tous les ](dernier|derniers) (jour|jours) (du mois|de chaque mois)': 'last date',
    'à chaque fin de mois': 'last date',
    // chaque année le 24 décembre
    '(chaque année|tous les ans|annuellement)[ le] {date}': 'yearly',
    '(chaque|tous les) {date}': 'yearly',
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
    minute: ['min', 'mins', 'mn', 'minute', 'minutes', 'minutes environ', "'"],
    second: ['sec', 'secs', 'seconde', 'secondes', '"', "''"],
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
    'heure et demie': 5400,
    'minute et demie': 90,
    "un bon quart d'heure": 900,
    "un petit quart d'heure": 900,
    "une p'tite demi-heure": 1800,
    'une petite demi-heure': 1800,
    'une bonne demi-heure': 1800,
    'demi-heure': 1800,
    'demi heure': 1800,
    'une demi-heure': 1800,
    'une demi heure': 1800,
    "quart d'heure": 900,
    "un quart d'heure": 900,
    "trois quarts d'heure": 2700,
  },
  // dans 20 minutes, d'ici 20 minutes
  whiles: listOf(`
      (dans|ds|dans environ|dans à peu près|dans genre|dans une petite) {length}, d'ici {length}, d'ici à {length}, après
      {length}, {length} plus tard, dans {n}
    `),
  // jusqu'à 19 h
  until: ["jusqu'à", "jusqu'a"],
  pluralDays: ['s'],
  small: listOf(`presque, 
      à, pour, et, le, la, les, du, de, un, une, réveil, alarme, minuteur, dans, ce, toujours, environ, à peu près, seulement
    `),
  // réveille-moi à 7 h, mets un minuteur de 10 min
  orders: [
    ...['', 'mets ', 'mets-moi ', 'mettre ', 'régler ', 'règle ', 'lance ', 'lancer '].flatMap(
      (verb) =>
        listOf(`
            un réveil, le réveil, mon réveil, une alarme, l'alarme, un minuteur, le minuteur, un timer
          `).flatMap((device) => [verb + device, `${verb}${device} de`]),
    ),
    ...listOf(`
      mets-moi, sonnerie, tu me réveilles, je dois, il faut que, alarme pour, réveil pour, préviens moi, préviens-moi, préviens-moi de
    `),
    ...listOf(`
      tu peux, peux-tu, pourrais-tu, il faut, minuteur de, timer, réveille-moi, réveille moi, réveillez-moi, me réveiller,
      rappelle-moi, rappelle moi, rappelle-moi de, rappelle moi de, rappelle-moi d', rappelle moi d', rappelez-moi de, préviens-
      moi, stp, svp, s'il te plaît, s'il vous plaît
    `),
  ],
  verbs: listOf(
    'mets, mettre, sonne, sonner, programme, programmer, lance, réveil, rappel, rappelle, préviens, me lever, je dois me lever',
  ),
  refusals: listOf(`
    pas besoin, plus besoin, on peut enlever, tu peux enlever, tu peux annuler, tu peux supprimer, plus la peine, annule, annuler, annule le, annule la, supprime, supprimer, supprime le, arrête, arrêter, arrête le, éteins, éteindre, éteins le, enlève,
    enlever, enlève le, désactive, désactiver, désactive le, non, stop
  `),
  asked: listOf(
    `besoin, plus la peine, sans réveil, inutile, tantôt, des poussières, aux aurores, première heure`,
  ),
  timeWords: [
    ...listOf(`
      fois, par jour, par semaine, ne me, pas, au lieu de, hormis, excepté, en huit, en quinze, ttes, tt les, minute, minutes, mn
    `),
    ...listOf(`
      tous, toutes, chaque, heure, heures, demie, demi, quart, moins, soir, soirs, matin, matins, après-midi, aprem, midi, minuit,
      nuit, semaine, semaines, mois, an, année, prochain, prochaine, demain, hier, aujourd'hui, hebdomadaire, mensuel, annuel,
      quotidien, week-end, sauf, sur deux, quinzaine
    `),
  ],
  notTimes: [
    ...listOf(`
      actuellement, père, paquet, mètres, avait, ayant, sais, dis, pris, doute, pertes, mêmes, mme, entré, années, premiers
    `),
    ...listOf(`
      bonnes, bonnet, suivent, tirés, Mia, Mimi, Sami, Samy, dont, ses, autres, ville, merci, tes, sait, mec, venir, derrière, petits, petites, journal, matière, marine, sainte, prises, vieille, génie, précis, précise, préciser, journées, mine, mines, environs, mariée, gère, gêne, vendus, saints, dits, gré, sain, saine, press, veiller, pue, marines, veuille, Martine, borne, Maine, gène, suivants, besoin de, soit, mère, main, mains, nombre, passer, passez, passée, passes, passe, passa, autour, viens, quant, auprès, second, sert, soi, vendre, vend, vends,
      vendu, venu, venus, ouvre, ouvrages, sent, mecs, danse, danser, tente, tenté, Marc, Mark, sois, Jésus, suivante, suivant, lune, Seine, euro,
      euros, murs, mur, mini, douce, douche, sors, vivent, voient, née, pause, pauses, démarche, démarches, pré, juif, marins, marin, abbé, Dan, dons, don, Mary, Lee,
      dédié, trous, malin, vents, oeuvres, Matt, chèque, chèques, Juan, soif, annexe, Jane, Luis, Louis, set, amant, marais, Annie, choqué, choque, meurs, aires,
      doué, ajout, claque, Marx, Jan, pie, atout, naît, Mons, pass, jeu, Marie, sauna, Samuel, danses, doux, cours, repas, bras, bus, corps, temps, poids, souris, tapis,
      avis, Paris, colis, devis, permis, radis, maths, sens, accès, procès, succès, décès, croissants, anniversaire, pois, mardi gras, vendanges, poubelles, courses, devoirs,
      vacances, toilettes, lunettes, soldes, infos, cours particulier, express, tennis, cross
    `),
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
    ...listOf(`
      Anne, jus, vin, vins, soins, fer, joue, jouer, joues, mais, sans, mes, mots, vent, sacs, sms, Martin, mis
    `),
  ],
  wakes: listOf(
    'réveille-moi, réveille moi, réveillez-moi, me réveiller, tu me réveilles, me lever, lever, se lever, réveil',
  ),
  titles: ['Monsieur', 'Mr', 'Madame', 'Mme', 'Mademoiselle', 'Mlle', 'Saint', 'St', 'rue', 'Dr'],
  counted: [
    'cachet',
    'comprimé',
    'gélule',
    'dose',
    'litre',
    'kilo',
    'tasse',
    'citron',
    'verre',
    'pomme',
    'pastille',
    'baguette',
    '-s',
    '-ux',
  ],
  numbered: listOf(`
    bus, tram, métro, ligne, train, quai, voie, vol, porte, salle, bureau, chambre, étage, bâtiment, bloc, chapitre, page, tome, épisode,
    saison, partie, étape, leçon, exercice, module, groupe, équipe, classe, numéro, n°, pour, à, table, jour, niveau, lot, dossier
  `),
};
