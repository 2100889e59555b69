const { createHash } = require('node:crypto');
const { readFileSync, rmSync } = require('node:fs');
const path = require('node:path');
const { constants } = require('node:zlib');
const { WebpackError } = require('webpack');
const { register } = require('tsx/cjs/api');
const CompressionPlugin = require('compression-webpack-plugin');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin');
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin');
const { SubresourceIntegrityPlugin } = require('webpack-subresource-integrity');
const refreshTransformer = require('react-refresh-typescript').default;

// The build validates the provider host with the page's own code.
register();
const { licenceNotices } = require('./src/config/licenceNotices.ts');
const { parseBrandColour } = require('./src/config/brand.ts');
const { parseProviderHost } = require('./src/config/providerHost.ts');
const {
  contentSecurityPolicy,
  parseHubHosts,
  TRUSTED_TYPES_POLICY,
} = require('./src/config/contentSecurityPolicy.ts');
const { strings } = require('./src/shared/strings.ts');

const SOURCE = path.join(__dirname, 'src');

/**
 * Writes compressed copies for servers with static compression. index.html has no compressed copy,
 * because it may be edited after the build.
 */
const compressed = (extension, algorithm, compressionOptions) =>
  new CompressionPlugin({
    test: /\.(js|css|svg|json|webmanifest)$/,
    filename: `[path][base].${extension}`,
    algorithm,
    compressionOptions,
    minRatio: 1,
  });

/**
 * Folder of the source maps, relative to the output. The folder is not served, and no served file
 * refers to a map.
 */
const MAPS = '../dist-maps';

/** Removes old source maps: webpack's `clean` empties only the output folder. */
const cleanMaps = {
  apply: ({ hooks, options }) =>
    hooks.beforeRun.tap('cleanMaps', () =>
      rmSync(path.join(options.output.path, MAPS), { recursive: true, force: true }),
    ),
};

/** Name of html-webpack-plugin's compiler, which builds the modules that the template requires. */
const PRERENDERING = 'HtmlWebpackCompiler';

const cssLoader = (modules = {}) => ({
  loader: 'css-loader',
  options: {
    modules: {
      auto: true,
      namedExport: false,
      exportLocalsConvention: 'as-is',
      // Short class names, made unique by the file name.
      getLocalIdent: ({ resourcePath }, _, name) =>
        `${path.basename(resourcePath, '.module.css')}-${name}`,
      ...modules,
    },
  },
});

/**
 * Replacements that remove unused code from the bundle. See src/decisions.md.
 * - react-router: links and forms. Assignments of `displayName` and calls that are not marked as
 *   free of side effects would keep them in the bundle.
 * - SignalR: its own HTTP client. The hub client always passes `options.httpClient`.
 */
const TREE_SHAKEN = [
  {
    test: /react-router[\\/]dist[\\/].*\.mjs$/,
    replacements: [
      { search: /^\w+\.displayName = "[^"]*";$/gm, replacement: '' },
      {
        search: /= (?=React\d*\.(?:memo|forwardRef|createContext)\()/g,
        replacement: '= /*#__PURE__*/ ',
      },
    ],
  },
  {
    test: /signalr[\\/]dist[\\/]esm[\\/]HttpConnection\.js$/,
    replacements: [
      {
        search: /(?<=options\.httpClient) \|\| new DefaultHttpClient\(this\._logger\)/g,
        replacement: '',
      },
    ],
  },
];

/**
 * Makes the replacements in a package. Fails the build if a replacement matches nothing, for example
 * after an update of the package.
 */
function treeShake({ test, replacements }) {
  const matched = new Set();
  const rule = {
    test,
    loader: 'string-replace-loader',
    options: {
      multiple: replacements.map(({ search, replacement }) => ({
        search,
        replace: () => {
          matched.add(search);
          return replacement;
        },
      })),
    },
  };
  const plugin = {
    name: 'treeShake',
    apply: ({ hooks }) =>
      hooks.thisCompilation.tap('treeShake', (compilation) => {
        // The template's compiler bundles for Node, without the rule.
        if (compilation.compiler.isChild()) return;
        compilation.hooks.finishModules.tap('treeShake', () => {
          for (const { search } of replacements) {
            if (matched.has(search)) continue;
            compilation.errors.push(
              new WebpackError(
                `webpack.config.js: ${String(search)} matches nothing in ${String(test)}. ` +
                  'Update TREE_SHAKEN for the installed version, or remove it.',
              ),
            );
          }
        });
      }),
  };
  return { rule, plugin };
}

/** Returns the policy source that allows an inline script or style. */
const hashSource = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Returns the policy sources that allow the script files. Browsers compare them with the
 * `integrity` of the script element, which webpack's runtime sets for lazy chunks too.
 */
function scriptFileSources(compilation) {
  const hashes = compilation.getAssets().flatMap(({ info }) => info.contenthash ?? []);
  return hashes.filter((hash) => hash.startsWith('sha384-')).map((hash) => `'${hash}'`);
}

/**
 * Removes the only style sheet from the output and returns it for inlining, so that the first paint
 * waits for no request.
 * @returns undefined in development, where scripts insert the styles
 */
function extractStyle(compilation) {
  const asset = compilation.getAssets().find(({ name }) => name.endsWith('.css'));
  if (!asset) return undefined;
  compilation.deleteAsset(asset.name);
  // Trimmed as the HTML minifier does it, because the policy holds the hash.
  return String(asset.source.source()).trim();
}

/** Returns an id of the build: a hash of the names of its scripts, which hold a hash of the content. */
const buildId = (tags) =>
  createHash('sha256')
    .update(tags.map(({ attributes }) => attributes.src ?? '').join())
    .digest('hex')
    .slice(0, 12);

/** The brand for the icons and the manifest, which cannot refer to the tokens and the texts. */
const brand = () => ({
  colour: parseBrandColour(readFileSync(path.join(SOURCE, 'ui/tokens.css'), 'utf8')),
  title: strings.title,
  shortTitle: strings.support,
});

/** The package has no licence file. This text comes from its repository, dotnet/aspnetcore. */
const SIGNALR_LICENCE = readFileSync(path.join(SOURCE, 'realtime/signalr/LICENSE.txt'), 'utf8');

/** Plugins of the production build only. */
const productionPlugins = (treeShaken) => [
  cleanMaps,
  ...treeShaken.map(({ plugin }) => plugin),
  new MiniCssExtractPlugin({ filename: '[name].[contenthash:12].css' }),
  licenceNotices('third-party-notices.txt', { '@microsoft/signalr': SIGNALR_LICENCE }),
  new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
  compressed('gz', 'gzip', { level: 9 }),
  compressed('br', 'brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
];

/** `webpack` builds `dist/`. `webpack serve` and `npm start` serve the app with hot reload. */
/** @type {(env: unknown, argv?: { mode?: 'production' | 'development' }) => import('webpack').Configuration & { devServer: object }} */
module.exports = (_env, { mode = 'production' } = {}) => {
  const isProduction = mode === 'production';
  const providerHost = parseProviderHost(process.env.PROVIDER_HOST ?? '', 'PROVIDER_HOST');
  const hubHosts = parseHubHosts(process.env.HUB_HOSTS ?? '');
  const policy = (compilation) => (script, style) =>
    contentSecurityPolicy(providerHost, hubHosts, {
      scripts: [hashSource(script), ...scriptFileSources(compilation)],
      styles: [hashSource(style)],
    });
  const treeShaken = TREE_SHAKEN.map(treeShake);
  const compilerOptions = { noEmit: false, sourceMap: true };
  const transpile = isProduction
    ? { transpileOnly: true, compilerOptions }
    : {
        transpileOnly: true,
        compilerOptions,
        getCustomTransformers: () => ({ before: [refreshTransformer()] }),
      };
  return {
    mode,
    entry: path.join(SOURCE, 'index.tsx'),
    devtool: isProduction ? 'hidden-source-map' : 'eval-cheap-module-source-map',
    output: {
      path: path.join(__dirname, 'dist'),
      publicPath: '/',
      filename: isProduction ? '[name].[contenthash:12].js' : '[name].js',
      // Short, because each chunk repeats the name.
      uniqueName: 'chat',
      // The page declares the encoding.
      charset: false,
      sourceMapFilename: `${MAPS}/[file].map`,
      // Subresource integrity of lazy chunks needs a CORS response.
      crossOriginLoading: 'anonymous',
      trustedTypes: { policyName: TRUSTED_TYPES_POLICY },
      clean: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [
        {
          test: /\.(png|svg|webmanifest)$/,
          use: [{ loader: path.join(SOURCE, 'config/brandLoader.ts'), options: brand() }],
          oneOf: [
            { resourceQuery: /text/, type: 'asset/source' },
            // Without a hash, because browsers and the manifest request these files by name.
            { type: 'asset/resource', generator: { filename: '[name][ext]' } },
          ],
        },
        ...(isProduction ? treeShaken.map(({ rule }) => rule) : []),
        {
          oneOf: [
            // Prerendering runs in Node and needs only the class names of the styles.
            {
              compiler: PRERENDERING,
              test: /\.css$/,
              use: [cssLoader({ exportOnlyLocals: true })],
            },
            {
              compiler: PRERENDERING,
              test: /\.tsx?$/,
              loader: 'ts-loader',
              options: { transpileOnly: true, compilerOptions, instance: PRERENDERING },
              // React's server build for browsers would keep the process from ending.
              resolve: { conditionNames: ['node', '...'] },
            },
            { test: /\.tsx?$/, include: SOURCE, loader: 'ts-loader', options: transpile },
            {
              test: /\.css$/,
              use: [isProduction ? MiniCssExtractPlugin.loader : 'style-loader', cssLoader()],
            },
          ],
        },
      ],
    },
    optimization: {
      splitChunks: {
        cacheGroups: {
          // Packages change less often than the app, so browsers can cache them longer.
          vendors: { test: /node_modules.*js$/, name: 'vendors', chunks: 'initial' },
          style: { type: 'css/mini-extract', name: 'style', chunks: 'all', enforce: true },
        },
      },
      minimizer: [
        new MinimizerPlugin({
          // The notices file holds the licence texts.
          extractComments: false,
          // `pure_getters`: no property read in the bundle has a side effect.
          terserOptions: {
            ecma: 2020,
            module: true,
            compress: { passes: 3, pure_getters: true },
            format: { comments: false },
          },
        }),
        new CssMinimizerPlugin(),
      ],
    },
    performance: { hints: false },
    plugins: [
      new HtmlWebpackPlugin({
        template: path.join(SOURCE, 'index.html'),
        // No policy in development, because hot reload evaluates scripts.
        templateParameters: (compilation, _assets, tags) => ({
          tags: tags.headTags.filter(({ attributes }) => attributes.rel !== 'stylesheet'),
          providerHost,
          build: buildId(tags.headTags),
          policy: policy(compilation),
          style: extractStyle(compilation),
        }),
        // The template inserts the tags itself.
        inject: false,
        scriptLoading: 'defer',
      }),
      ...(isProduction
        ? productionPlugins(treeShaken)
        : [new ReactRefreshPlugin({ overlay: false })]),
    ],
    devServer: { historyApiFallback: true, hot: true, static: false },
  };
};
