const path = require('node:path');
const HtmlWebpackPlugin = require('html-webpack-plugin');

const PAGES = ['virtua', 'virtuoso', 'plain', 'plain100', 'vanilla', 'signalr'];
/** Injected into every page that is measured; no page of its own. */
const PROBE = path.join(__dirname, '../probe/probe.ts');

const transpile = { transpileOnly: true, compilerOptions: { noEmit: false } };

/**
 * The reference pages: loader, mode and minimizer as in the app's build, one script for each.
 * @type {import('webpack').Configuration}
 */
module.exports = {
  mode: 'production',
  entry: {
    probe: PROBE,
    ...Object.fromEntries(PAGES.map((name) => [name, path.join(__dirname, name)])),
  },
  output: { filename: '[name].js', clean: true },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: { rules: [{ test: /\.tsx?$/, loader: 'ts-loader', options: transpile }] },
  performance: { hints: false },
  plugins: PAGES.map(
    (name) =>
      new HtmlWebpackPlugin({
        template: path.join(__dirname, 'page.html'),
        filename: `${name}.html`,
        chunks: [name],
        scriptLoading: 'defer',
      }),
  ),
};
