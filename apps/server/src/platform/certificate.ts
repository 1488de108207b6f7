import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { generate } from 'selfsigned';
import { createOnce } from './secrets-file.ts';
import { SettingsError } from './settings.ts';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const NAME = 'localhost';
const VALID_DAYS = 3_650;

/**
 * The given certificate, or the self-signed one of the data folder, made at the first start.
 *
 * @throws SettingsError when what is given cannot be read or is no certificate with its key
 */
export async function loadCertificate(
  given: { readonly certFile: string; readonly keyFile: string } | undefined,
  dataDir: string,
  now: Date,
): Promise<Certificate> {
  if (given) return readGiven(given);
  // One file, so that certificate and key can never be of two makings.
  const path = join(dataDir, 'self-signed.json');
  const made = await readMade(path);
  if (made) return made;
  createOnce(path, JSON.stringify(await makeSelfSigned(now)));
  const certificate = await readMade(path);
  if (!certificate) throw new Error(`${path} was made and cannot be read`);
  return certificate;
}

async function readGiven(given: { readonly certFile: string; readonly keyFile: string }): Promise<Certificate> {
  try {
    const made = { cert: await readFile(given.certFile, 'utf8'), key: await readFile(given.keyFile, 'utf8') };
    createSecureContext(made);
    return made;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError([`TLS_CERT_FILE and TLS_KEY_FILE must name a certificate and its key (PEM): ${why}`]);
  }
}

async function readMade(path: string): Promise<Certificate | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && 'cert' in value && 'key' in value) {
    return { cert: String(value.cert), key: String(value.key) };
  }
  throw new Error(`${path} holds no certificate; delete it, and a new one is made`);
}

async function makeSelfSigned(now: Date): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: NAME }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: now,
    notAfterDate: new Date(now.getTime() + VALID_DAYS * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: NAME },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}
