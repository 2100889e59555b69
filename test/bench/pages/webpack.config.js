const path = require('node:path');
const HtmlWebpackPlugin = require('html-webpack-plugin');

const PAGES = ['virtua', 'plain', 'vanilla'];
/** Script injected into every measured page. */
const PROBE = path.join(__dirname, '../probe/probe.ts');

const transpile = { transpileOnly: true, compilerOptions: { noEmit: false } };

/**
 * Builds each reference page as one script, with the loader, mode and minimizer of the app's build.
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
