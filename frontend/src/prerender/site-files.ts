// Everything that the build needs from the source to write the files that webpack does not.
import { takeLanguageDataFrom } from '../i18n/language-data';
import { builtLanguageData } from './built-language-data';

takeLanguageDataFrom(builtLanguageData);

export { baseStyles } from '../styles/base';
export { htmlFiles } from './pages';
export { rootFiles } from './root-files';
