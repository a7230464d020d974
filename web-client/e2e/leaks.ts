/** Looks for secrets in what servers and bots write down: every one that is given out can be told by how it is written. */

import LOOKS from '../../tests/data/secrets.json';

const PATTERNS = LOOKS.map(({ begins, letters, least }) => new RegExp(`${begins.replaceAll('.', '\\.')}[${letters}]{${least},}`));

/** The first secret in a text, if there is one. */
export function secretIn(text: string): string | null {
  return PATTERNS.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined) ?? null;
}

/** Fails if a program has written down a secret. */
export function expectNoSecret(program: string, said: string): void {
  const secret = secretIn(said);
  if (secret !== null) {
    throw new Error(`${program} has written down a secret, ${secret}, in:\n${said}`);
  }
}
