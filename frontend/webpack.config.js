// Two bundles from one source: the site for browsers, and the page list for the build itself.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = import.meta.dirname;

const shared = {
  mode: 'production',
  context: root,
  resolve: {
    extensions: ['.tsx', '.ts', '.js'],
    alias: { 'compiled-messages': join(root, '.build/messages') },
  },
  module: { rules: [{ test: /\.tsx?$/, exclude: /node_modules/, use: 'babel-loader' }] },
  stats: 'errors-warnings',
};

/** Writes which files each entry and each named chunk needs, for the pages to link. */
const chunkList = {
  apply(compiler) {
    compiler.hooks.afterEmit.tap('chunk-list', (compilation) => {
      const chunks = {};
      for (const [name, group] of compilation.namedChunkGroups) {
        chunks[name] = group.getFiles().filter((file) => file.endsWith('.js'));
      }
      mkdirSync(join(root, '.build'), { recursive: true });
      writeFileSync(join(root, '.build/chunks.json'), JSON.stringify(chunks, null, 2));
    });
  },
};

const browser = {
  ...shared,
  name: 'browser',
  target: 'browserslist',
  entry: { main: './src/app/main.tsx', theme: './src/app/theme-start.ts' },
  output: {
    path: join(root, 'dist'),
    publicPath: '/',
    filename: 'assets/[name].[contenthash:10].js',
    chunkFilename: 'assets/[name].[contenthash:10].js',
    assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
    clean: true,
  },
  resolve: {
    ...shared.resolve,
    alias: {
      ...shared.resolve.alias,
      // Messages are compiled ahead, so the browser needs no parser of them.
      '@formatjs/icu-messageformat-parser$': '@formatjs/icu-messageformat-parser/no-parser.js',
    },
  },
  devtool: 'source-map',
  optimization: {
    splitChunks: {
      chunks: (chunk) => chunk.name !== 'theme',
      cacheGroups: {
        react: { test: /node_modules\/(react|react-dom|scheduler)\//, name: 'react', priority: 10 },
      },
    },
  },
  performance: { hints: false },
  plugins: [chunkList],
};

const pages = {
  ...shared,
  name: 'pages',
  target: 'node20',
  entry: './src/prerender/pages.ts',
  output: {
    path: join(root, '.build/prerender'),
    filename: 'pages.cjs',
    library: { type: 'commonjs2' },
  },
  optimization: { minimize: false },
  devtool: false,
};

export default [browser, pages];
