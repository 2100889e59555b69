const path = require('node:path');
const { register } = require('tsx/cjs/api');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin');
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin');
const refreshTransformer = require('react-refresh-typescript').default;

// The page checks its provider host with the same code.
register();
const { readProviderHost } = require('./src/provider/config.ts');

const SOURCE = path.join(__dirname, 'src');

/** `webpack` builds `dist/`; `webpack serve` and `npm start` run it with hot reload. */
/** @type {(env: unknown, argv?: { mode?: 'production' | 'development' }) => import('webpack').Configuration & { devServer: object }} */
module.exports = (_env, { mode = 'production' } = {}) => {
  const isProduction = mode === 'production';
  const providerHost = readProviderHost(process.env.PROVIDER_HOST ?? '', 'PROVIDER_HOST');
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
    devtool: isProduction ? 'source-map' : 'eval-cheap-module-source-map',
    output: {
      path: path.join(__dirname, 'dist'),
      publicPath: '/',
      filename: isProduction ? '[name].[contenthash:12].js' : '[name].js',
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
        templateParameters: { providerHost },
        favicon: path.join(SOURCE, 'favicon.svg'),
        scriptLoading: 'defer',
      }),
      ...(isProduction
        ? [new MiniCssExtractPlugin({ filename: '[name].[contenthash:12].css' })]
        : [new ReactRefreshPlugin({ overlay: false })]),
    ],
    devServer: { historyApiFallback: true, hot: true, static: false },
  };
};
