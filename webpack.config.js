const { createHash } = require('node:crypto');
const { rmSync } = require('node:fs');
const path = require('node:path');
const { constants } = require('node:zlib');
const { register } = require('tsx/cjs/api');
const CompressionPlugin = require('compression-webpack-plugin');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin');
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin');
const { SubresourceIntegrityPlugin } = require('webpack-subresource-integrity');
const refreshTransformer = require('react-refresh-typescript').default;

// The page checks its provider host with the same code.
register();
const { readProviderHost } = require('./src/provider/config.ts');
const {
  contentSecurityPolicy,
  readHubHosts,
  TRUSTED_TYPES_POLICY,
} = require('./src/provider/contentSecurity.ts');

const SOURCE = path.join(__dirname, 'src');

/** Files beside the others that a server hands out as they are; index.html may be edited, and has none. */
const compressed = (extension, algorithm, compressionOptions) =>
  new CompressionPlugin({
    test: /\.(js|css|svg|json|webmanifest)$/,
    filename: `[path][base].${extension}`,
    algorithm,
    compressionOptions,
    minRatio: 1,
  });

/** Where the source maps go, seen from the output: apart from what is served, which does not name them. */
const MAPS = '../dist-maps';

/** `clean` empties the output alone. */
const cleanMaps = {
  apply: ({ hooks, options }) =>
    hooks.beforeRun.tap('cleanMaps', () =>
      rmSync(path.join(options.output.path, MAPS), { recursive: true, force: true }),
    ),
};

/** The compiler of what the page's template requires. */
const PRERENDERING = 'HtmlWebpackCompiler';

const cssLoader = (modules = {}) => ({
  loader: 'css-loader',
  options: {
    modules: {
      auto: true,
      namedExport: false,
      exportLocalsConvention: 'as-is',
      // Short, and told apart by their file.
      localIdentName: '[name]-[local]',
      ...modules,
    },
  },
});

/**
 * The router's links and forms, which the app has none of, stay in every bundle for two reasons: their
 * names for developers, and that making a component might do something. Without them they fall away.
 */
const unusedRouterParts = {
  test: /react-router[\\/]dist[\\/].*\.mjs$/,
  loader: 'string-replace-loader',
  options: {
    multiple: [
      { search: /^\w+\.displayName = "[^"]*";$/gm, replace: '' },
      {
        search: /= (React\d*\.(?:memo|forwardRef|createContext)\()/g,
        replace: '= /*#__PURE__*/ $1',
      },
    ],
  },
};

/** What stands in the page itself, as a source of its policy. */
const hashSource = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Takes the one style sheet out of the output, to stand in the page: nothing has to be fetched before
 * the first paint.
 * @returns undefined in development, where styles come by script
 */
function takeStyle(compilation) {
  const asset = compilation.getAssets().find(({ name }) => name.endsWith('.css'));
  if (!asset) return undefined;
  compilation.deleteAsset(asset.name);
  // Just as the minifier of the page leaves it, which the hash depends on.
  return String(asset.source.source()).trim();
}

/** What only the production build gets. */
const productionPlugins = () => [
  cleanMaps,
  new MiniCssExtractPlugin({ filename: '[name].[contenthash:12].css' }),
  new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
  compressed('gz', 'gzip', { level: 9 }),
  compressed('br', 'brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
];

/** `webpack` builds `dist/`; `webpack serve` and `npm start` run it with hot reload. */
/** @type {(env: unknown, argv?: { mode?: 'production' | 'development' }) => import('webpack').Configuration & { devServer: object }} */
module.exports = (_env, { mode = 'production' } = {}) => {
  const isProduction = mode === 'production';
  const providerHost = readProviderHost(process.env.PROVIDER_HOST ?? '', 'PROVIDER_HOST');
  const hubHosts = readHubHosts(process.env.HUB_HOSTS ?? '');
  const policy = (scripts, styles) =>
    contentSecurityPolicy(providerHost, hubHosts, {
      scripts: scripts.map(hashSource),
      styles: styles.map(hashSource),
    });
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
      sourceMapFilename: `${MAPS}/[file].map`,
      // What is loaded later is checked by its hash too, which takes an answer open to all.
      crossOriginLoading: 'anonymous',
      trustedTypes: { policyName: TRUSTED_TYPES_POLICY },
      clean: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [
        // Under their own names, by which browsers and the manifest ask for them.
        {
          test: /\.(png|webmanifest)$/,
          type: 'asset/resource',
          generator: { filename: '[name][ext]' },
        },
        ...(isProduction ? [unusedRouterParts] : []),
        {
          oneOf: [
            // What is prerendered for the page needs the names of the styles, and runs in Node.
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
              // React's server for browsers would keep the build from ending.
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
          // What comes from others changes more seldom than what is ours.
          vendors: { test: /node_modules.*js$/, name: 'vendors', chunks: 'initial' },
          style: { type: 'css/mini-extract', name: 'style', chunks: 'all', enforce: true },
        },
      },
      minimizer: [
        new MinimizerPlugin({
          terserOptions: { ecma: 2020, module: true, compress: { passes: 3 } },
        }),
        new CssMinimizerPlugin(),
      ],
    },
    performance: { hints: false },
    plugins: [
      new HtmlWebpackPlugin({
        template: path.join(SOURCE, 'index.html'),
        // The development server evaluates scripts.
        templateParameters: (compilation, _assets, tags) => ({
          tags: tags.headTags.filter(({ attributes }) => attributes.rel !== 'stylesheet'),
          providerHost,
          policy,
          style: takeStyle(compilation),
        }),
        // The template has them; the style sheet stands in the page.
        inject: false,
        favicon: path.join(SOURCE, 'favicon.svg'),
        scriptLoading: 'defer',
      }),
      ...(isProduction ? productionPlugins() : [new ReactRefreshPlugin({ overlay: false })]),
    ],
    devServer: { historyApiFallback: true, hot: true, static: false },
  };
};
