// Strict lint: types, hooks, accessibility, messages, and the order in which folders may import each other.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import formatjs from 'eslint-plugin-formatjs';
import imports from 'eslint-plugin-import-x';
import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const root = import.meta.dirname;

/** The folders of `src` in order of import: each may import those before it, never those after it. */
const order = [
  ['model'],
  ['styles', 'i18n', 'settings', 'pages', 'browser', 'time', 'loading'],
  ['rings', 'stopwatch', 'typed'],
  ['rows', 'offline', 'identity', 'push', 'api'],
  ['sound'],
  ['services'],
  ['components'],
  ['features'],
  ['app', 'service-worker'],
  ['prerender', 'testing'],
];

const pathsOf = (folders) => folders.map((folder) => join(root, 'src', folder));

const orderZones = order.slice(0, -1).flatMap((own, step) =>
  order
    .slice(step + 1)
    .flat()
    .map((later) => ({
      target: pathsOf(own),
      from: join(root, 'src', later),
      message: `${own.join(', ')} may not import what comes after it.`,
    })),
);

const featureZones = readdirSync(join(root, 'src/features')).map((feature) => ({
  target: join(root, 'src/features', feature),
  from: join(root, 'src/features'),
  except: [`./${feature}`],
  message: 'A feature may not import another; the app brings them together.',
}));

/** Literals that belong in `styles`, and physical directions that break right-to-left. */
const styleLiterals = [
  {
    selector: 'TemplateElement[value.raw=/#[0-9a-fA-F]{3,8}\\b|rgba?\\(|hsla?\\(/]',
    message: 'Colours live in styles.',
  },
  {
    selector: 'TemplateElement[value.raw=/\\d(px|rem|em|vw|vh|m?s)\\b/]',
    message: 'Sizes and durations live in styles.',
  },
  { selector: 'TemplateElement[value.raw=/z-index:\\s*-?\\d/]', message: 'Layers live in styles.' },
  {
    selector:
      'TemplateElement[value.raw=/(margin|padding|border)-(left|right)|text-align:\\s*(left|right)|(^|[\\s;])(left|right):/]',
    message: 'Use logical properties.',
  },
];

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name.',
};

export default tseslint.config(
  { ignores: ['dist', '.build', 'node_modules', 'test-results', 'playwright-report'] },
  eslint.configs.recommended,
  {
    files: ['build/**/*.mjs', 'e2e/**/*.mjs', 'icons/*.mjs', 'sounds/*.mjs', '*.config.js'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', Buffer: 'readonly', URL: 'readonly' },
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
      hooks.configs.flat['recommended-latest'],
      a11y.flatConfigs.strict,
    ],
    plugins: { formatjs, 'import-x': imports },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    settings: { 'import-x/resolver': { typescript: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'formatjs/no-literal-string-in-jsx': 'error',
      'formatjs/no-multiple-whitespaces': 'error',
      'formatjs/no-multiple-plurals': 'error',
      'formatjs/no-offset': 'error',
      'formatjs/no-invalid-icu': 'error',
      'import-x/no-restricted-paths': ['error', { zones: [...orderZones, ...featureZones] }],
      eqeqeq: 'error',
      // Failures that nobody can act on are only logged.
      'no-console': ['error', { allow: ['warn'] }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/**/*.d.ts'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/styles/**', 'src/**/*.test.*', 'src/**/*.d.ts', 'src/testing/**'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, ...styleLiterals] },
  },
  {
    // Tests in any folder may use the test doubles.
    files: ['src/**/*.test.*'],
    rules: { 'import-x/no-restricted-paths': 'off' },
  },
  prettier,
);
