import { execSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockedPackages } from '../../support/build/lockfile';

interface Bill {
  bomFormat: string;
  components: { hashes: { content: string }[] }[];
}

describe('npm run sbom', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'sbom-'));
  afterAll(() => rmSync(project, { recursive: true }));

  test('writes a CycloneDX bill of all packages of the lockfile, even if none is installed', () => {
    for (const name of ['package.json', 'package-lock.json']) {
      cpSync(path.join(__dirname, '../../..', name), path.join(project, name));
    }
    execSync('npm run sbom --offline', { cwd: project, stdio: 'pipe' });
    const bill = JSON.parse(readFileSync(path.join(project, 'sbom.json'), 'utf8')) as Bill;
    expect(bill.bomFormat).toBe('CycloneDX');
    // By hash, because npm lists some aliases under their own name.
    const listed = bill.components.map(({ hashes: [hash] }) =>
      Buffer.from(hash?.content ?? '', 'hex').toString('base64'),
    );
    const locked = lockedPackages().map(([, { integrity }]) => integrity?.replace('sha512-', ''));
    expect(listed.length).toBeGreaterThan(500);
    expect(new Set(listed)).toEqual(new Set(locked));
  });
});
