const { createHash } = require('node:crypto');
const { readFileSync, rmSync } = require('node:fs');
const path = require('node:path');
const { constants } = require('node:zlib');
const { register } = require('tsx/cjs/api');
const CompressionPlugin = require('compression-webpack-plugin');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const { SubresourceIntegrityPlugin } = require('webpack-subresource-integrity');

// The build validates the provider host with the page's own code.
register();
const { licenceNotices } = require('./src/build/licenceNotices.ts');
const { parseProviderHost, parseUrl } = require('./src/contract/providerHost.ts');
const {
  contentSecurityPolicy,
  parseHubHosts,
  TRUSTED_TYPES_POLICY,
} = require('./src/build/contentSecurityPolicy.ts');
const { strings } = require('./src/ui/strings.ts');

const SOURCE = path.join(__dirname, 'src');
const read = (name) => readFileSync(path.join(SOURCE, name), 'utf8');

/** Folder of the source maps. The folder is not served, and no served file refers to a map. */
const MAPS = '../dist-maps';

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

const tsLoader = (options = {}) => ({
  loader: 'ts-loader',
  options: {
    transpileOnly: true,
    compilerOptions: { noEmit: false, sourceMap: true },
    ...options,
  },
});

const rules = (isProduction) => [
  {
    test: /\.(png|svg)$/,
    oneOf: [
      { resourceQuery: /text/, type: 'asset/source' },
      // Without a hash, because browsers and the manifest request these files by name.
      { type: 'asset/resource', generator: { filename: '[name][ext]' } },
    ],
  },
  {
    oneOf: [
      // Prerendering runs in Node and needs only the class names of the styles.
      { compiler: PRERENDERING, test: /\.css$/, use: [cssLoader({ exportOnlyLocals: true })] },
      {
        compiler: PRERENDERING,
        test: /\.tsx?$/,
        use: [tsLoader({ instance: PRERENDERING })],
        // React's server build for browsers would keep the process from ending.
        resolve: { conditionNames: ['node', '...'] },
      },
      { test: /\.tsx?$/, include: SOURCE, use: [tsLoader()] },
      {
        test: /\.css$/,
        use: [isProduction ? MiniCssExtractPlugin.loader : 'style-loader', cssLoader()],
      },
    ],
  },
];

const optimization = {
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
        compress: { passes: 3, pure_getters: true, hoist_funs: true },
        format: { comments: false },
      },
    }),
    new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.esbuildMinifyCss }),
  ],
};

/** Returns the policy source that allows an inline script or style. */
const hashSource = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the hashes of an asset that are Subresource Integrity: none in development. */
const integrityOf = ({ info }) =>
  [info.contenthash ?? []].flat().filter((hash) => hash.startsWith('sha384-'));

/**
 * Returns the policy sources that allow the script files. Browsers compare them with the
 * `integrity` of the script element, which webpack's runtime sets for lazy chunks too.
 */
const scriptFileSources = (compilation) =>
  compilation
    .getAssets()
    .flatMap(integrityOf)
    .map((hash) => `'${hash}'`);

/** Returns the attributes of a lazy chunk's script elements, and none of them in development. */
const scriptsOf = (compilation, chunk) =>
  compilation.namedChunkGroups
    .get(chunk)
    .getFiles()
    .flatMap((name) =>
      integrityOf(compilation.getAsset(name)).map((integrity) => ({
        src: compilation.outputOptions.publicPath + name,
        integrity,
      })),
    );

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

/** Creates index.html from its template. */
function htmlPlugin() {
  const providerHost = parseProviderHost(process.env.PROVIDER_HOST ?? '', 'PROVIDER_HOST');
  const hubHosts = parseHubHosts(process.env.HUB_HOSTS ?? '');
  const pageUrl = parseUrl(process.env.PAGE_URL ?? '', 'PAGE_URL');
  return new HtmlWebpackPlugin({
    template: path.join(SOURCE, 'index.html'),
    templateParameters: (compilation, _assets, { headTags }) => ({
      tags: headTags
        .filter(({ tagName }) => tagName === 'script')
        // Cloudflare's Rocket Loader reads the attribute only if it precedes `src`.
        .map((tag) => ({ ...tag, attributes: { 'data-cfasync': 'false', ...tag.attributes } })),
      providerHost,
      pageUrl,
      // Not in development, because hot reload evaluates scripts.
      policy: (script, style) =>
        contentSecurityPolicy(providerHost, hubHosts, {
          scripts: [hashSource(script), ...scriptFileSources(compilation)],
          styles: [hashSource(style)],
        }),
      style: extractStyle(compilation),
      chatScripts: scriptsOf(compilation, 'chat'),
    }),
    // The template inserts the tags itself.
    inject: false,
    scriptLoading: 'defer',
  });
}

/** Creates the manifest of the installed app from its template, which inserts the title. */
const manifestPlugin = () =>
  new HtmlWebpackPlugin({
    template: path.join(SOURCE, 'manifest.webmanifest'),
    filename: 'manifest.webmanifest',
    templateParameters: strings,
    inject: false,
    minify: false,
  });

/** Removes old source maps: webpack's `clean` empties only the output folder. */
const cleanMaps = {
  apply: ({ hooks, options }) =>
    hooks.beforeRun.tap('cleanMaps', () =>
      rmSync(path.join(options.output.path, MAPS), { recursive: true, force: true }),
    ),
};

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

/** Plugins of the production build only. */
const productionPlugins = () => [
  cleanMaps,
  new MiniCssExtractPlugin({ filename: '[name].[contenthash:12].css' }),
  licenceNotices('third-party-notices.txt', {
    // The package has no licence file. This text comes from its repository, dotnet/aspnetcore.
    '@microsoft/signalr': read('hub/signalr/LICENSE.txt'),
  }),
  new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
  compressed('gz', 'gzip', { level: 9 }),
  compressed('br', 'brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
];

/** `webpack` builds `dist/`. `npm start` serves the app and reloads it after a change. */
/** @type {(env: unknown, argv?: { mode?: 'production' | 'development' }) => import('webpack').Configuration} */
module.exports = (_env, { mode = 'production' } = {}) => {
  const isProduction = mode === 'production';
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
    module: { rules: rules(isProduction) },
    optimization,
    performance: { hints: false },
    // A list of the modules would hide what else a run of the tests prints.
    stats: { preset: 'errors-warnings', timings: true, version: true },
    plugins: [htmlPlugin(), manifestPlugin(), ...(isProduction ? productionPlugins() : [])],
  };
};
