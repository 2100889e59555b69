import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Certificate } from './nginx';

/** Makes a self-signed certificate in a folder, with the openssl command. */
export function makeCertificate(folder: string): Certificate {
  mkdirSync(folder, { recursive: true });
  const certificate = path.join(folder, 'certificate.pem');
  const key = path.join(folder, 'key.pem');
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=chat.example.az'];
  const { status } = spawnSync('openssl', [...options, '-keyout', key, '-out', certificate]);
  if (status !== 0) throw new Error('openssl made no certificate. Install openssl.');
  return { certificate, key };
}
