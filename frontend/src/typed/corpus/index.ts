// The corpora of all languages that have one.
import { ar } from './ar';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { hi } from './hi';
import { id } from './id';
import { ja } from './ja';
import { ko } from './ko';
import { pt } from './pt';
import { ru } from './ru';
import { tr } from './tr';
import { zh } from './zh';
import type { Corpus } from './phrases';

export const corpora: readonly Corpus[] = [en, ja, de, fr, es, pt, id, zh, ko, hi, ar, ru, tr];
