// What the build takes from the site's source to write the files of `dist` that webpack does not.
export { baseStyles } from '../styles/base';
export { htmlFiles } from './pages';
export { rootFiles } from './root-files';
