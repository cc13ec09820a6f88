// Three bundles from one source: the site for browsers, the site for prerendering in Node, and the service worker.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';
import { packageList } from './build/site-licences.mjs';

const root = import.meta.dirname;
const assetNames = 'assets/[name].[contenthash:8][ext]';

/** Removes assignments of `displayName`, which would keep unused components in the bundle. */
function withoutDisplayNames() {
  return {
    visitor: {
      ExpressionStatement(path) {
        const { left } = path.node.expression;
        if (left?.property?.name === 'displayName') path.remove();
      },
    },
  };
}

const shared = {
  mode: 'production',
  context: root,
  // Compiled files are cached until they, or the configuration, change.
  cache: {
    type: 'filesystem',
    buildDependencies: {
      config: ['webpack.config.js', 'babel.config.json', 'package.json'].map((file) =>
        join(root, file),
      ),
    },
  },
  resolve: {
    extensions: ['.tsx', '.ts', '.js'],
    alias: {
      'compiled-messages': join(root, '.build/messages'),
      'compiled-cities': join(root, '.build/cities'),
      'compiled-land': join(root, '.build/land'),
      'compiled-places': join(root, '.build/places'),
    },
  },
  module: {
    rules: [
      { test: /\.tsx?$/, exclude: /node_modules/, use: 'babel-loader' },
      {
        // Marks React's calls at the top level of modules as free of side effects, so that unused ones are removed.
        test: /\.m?js$/,
        include: join(root, 'node_modules/react-router'),
        loader: 'babel-loader',
        options: {
          configFile: false,
          presets: ['@babel/preset-react'],
          plugins: [withoutDisplayNames],
          compact: false,
        },
      },
    ],
  },
  stats: 'errors-warnings',
};

/** Writes the list of the files that each entry and each named chunk needs; pages link them. */
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

/**
 * Scripts that share no chunk with others: those that run before the first paint, and the worker that reads files, which
 * may not load any other script.
 */
const isAlone = ({ name }) => name?.startsWith('early') === true || name === 'file-worker';

/** The id of a chunk is its name, so that the main script has a list of their hashes alone, and none of names by ids. */
const namedIds = {
  apply(compiler) {
    compiler.hooks.compilation.tap('named-ids', ({ hooks }) => {
      hooks.chunkIds.tap({ name: 'named-ids', before: 'DeterministicChunkIdsPlugin' }, (chunks) => {
        for (const chunk of chunks) {
          if (chunk.name === undefined || chunk.name === null) continue;
          chunk.id = chunk.name;
          chunk.ids = [chunk.name];
        }
      });
    });
  },
};

const browser = {
  ...shared,
  name: 'browser',
  target: 'browserslist',
  entry: {
    main: './src/app/main.ts',
    early: './src/app/early-start.ts',
    'early-alarm': './src/app/early-alarm.ts',
    'early-timer': './src/app/early-timer.ts',
  },
  output: {
    path: join(root, 'dist'),
    publicPath: '/',
    filename: 'assets/[name].[contenthash:8].js',
    chunkFilename: 'assets/[name].[contenthash:8].js',
    chunkLoadingGlobal: 'siteChunks',
    assetModuleFilename: assetNames,
    clean: true,
  },
  resolve: {
    ...shared.resolve,
    alias: {
      ...shared.resolve.alias,
      // Messages are compiled by the build, so the browser needs no parser.
      '@formatjs/icu-messageformat-parser$': '@formatjs/icu-messageformat-parser/no-parser.js',
      // The package only exports its development build.
      'react-router$': join(root, 'node_modules/react-router/dist/production/index.mjs'),
      'react-router/dom$': join(root, 'node_modules/react-router/dist/production/dom-export.mjs'),
    },
  },
  // No source maps are shipped.
  devtool: false,
  optimization: {
    splitChunks: {
      chunks: (chunk) => !isAlone(chunk),
      cacheGroups: {
        react: { test: /node_modules\/(react|react-dom|scheduler)\//, name: 'react', priority: 10 },
        // Packages that are loaded before a page is hydrated, separate from our own code: each has a budget.
        vendor: {
          test: /node_modules/,
          name: 'vendor',
          priority: 5,
          chunks: (chunk) => chunk.canBeInitial() && !isAlone(chunk),
        },
      },
    },
  },
  performance: { hints: false },
  plugins: [namedIds, chunkList, packageList],
};

const prerender = {
  ...shared,
  name: 'prerender',
  target: 'node20',
  entry: './src/prerender/site-files.ts',
  output: {
    path: join(root, '.build/prerender'),
    publicPath: '/',
    filename: 'site-files.cjs',
    assetModuleFilename: assetNames,
    library: { type: 'commonjs2' },
    clean: true,
  },
  module: {
    ...shared.module,
    // The browser's bundle emits the files; this one only needs their addresses.
    generator: { asset: { emit: false } },
    parser: { javascript: { worker: false } },
  },
  optimization: { minimize: false },
  devtool: false,
  plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
};

/** One file, because a worker cannot load chunks without a network. */
const serviceWorker = {
  ...shared,
  name: 'service-worker',
  target: 'webworker',
  entry: './src/service-worker/main.ts',
  output: {
    path: join(root, '.build/service-worker'),
    publicPath: '/',
    filename: 'sw.js',
    clean: true,
  },
  devtool: false,
  plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
};

export default [browser, prerender, serviceWorker];
