const path = require('node:path');

const transpile = { transpileOnly: true, compilerOptions: { noEmit: false } };

/**
 * Builds pages that use the app's packages and contain no code of the app, each as one bundle.
 * @type {import('webpack').Configuration}
 */
module.exports = {
  mode: 'production',
  entry: { login: path.join(__dirname, 'login'), chat: path.join(__dirname, 'chat') },
  output: { filename: '[name].js' },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: { rules: [{ test: /\.tsx?$/, loader: 'ts-loader', options: transpile }] },
  performance: { hints: false },
};
