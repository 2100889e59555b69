const { rmSync } = require('node:fs');
const path = require('node:path');
const { constants } = require('node:zlib');
const { register } = require('tsx/cjs/api');
const CompressionPlugin = require('compression-webpack-plugin');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
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
  const policy = contentSecurityPolicy(providerHost, readHubHosts(process.env.HUB_HOSTS ?? ''));
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
        { test: /\.tsx?$/, include: SOURCE, loader: 'ts-loader', options: transpile },
        {
          test: /\.css$/,
          use: [
            isProduction ? MiniCssExtractPlugin.loader : 'style-loader',
            {
              loader: 'css-loader',
              options: {
                modules: { auto: true, namedExport: false, exportLocalsConvention: 'as-is' },
              },
            },
          ],
        },
      ],
    },
    optimization: {
      runtimeChunk: 'single',
      // What comes from others changes more seldom than what is ours.
      splitChunks: {
        cacheGroups: { vendors: { test: /node_modules/, name: 'vendors', chunks: 'initial' } },
      },
      minimizer: ['...', new CssMinimizerPlugin()],
    },
    performance: { hints: false },
    plugins: [
      new HtmlWebpackPlugin({
        template: path.join(SOURCE, 'index.html'),
        // The development server evaluates scripts.
        templateParameters: { providerHost, policy: isProduction && policy },
        favicon: path.join(SOURCE, 'favicon.svg'),
        scriptLoading: 'defer',
      }),
      ...(isProduction ? productionPlugins() : [new ReactRefreshPlugin({ overlay: false })]),
    ],
    devServer: { historyApiFallback: true, hot: true, static: false },
  };
};
