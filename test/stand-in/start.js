// JavaScript, because an older Node cannot load the packages that run TypeScript.
const { engines } = require('../../package.json');

const version = (text) => text.match(/\d+/g).map(Number);
const [major, minor] = version(process.versions.node);
const [requiredMajor, requiredMinor] = version(engines.node);

if (major < requiredMajor || (major === requiredMajor && minor < requiredMinor)) {
  console.error(`This is Node ${process.versions.node}. The app needs Node ${engines.node}.`);
  process.exit(1);
}

// Before the imports, which take seconds.
console.log('\n  Building…');

require('tsx/cjs');
const { startDemo } = require('./demo.ts');

startDemo().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
