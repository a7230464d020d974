import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytesOf, digestOfBytes, digestOfText } from './digest';
import { HAND_MAX, keepSecret, keptSecret, newSecret, someNumber } from './secret';

describe('a digest', () => {
  it('is the SHA-256', () => {
    expect(digestOfText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(digestOfBytes(new Uint8Array([97, 98, 99]))).toBe(digestOfText('abc'));
  });

  it('is of bytes that digits say', () => {
    expect(bytesOf('00ff')).toEqual(new Uint8Array([0, 255]));
    expect(bytesOf('0')).toBeNull();
    expect(bytesOf('')).toBeNull();
    expect(bytesOf('xy')).toBeNull();
  });
});

describe('what a player holds', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('is committed to by the digest of number and nonce', async () => {
    const { nonce, digest } = await newSecret(7);
    expect(digest).toBe(digestOfText(`7:${nonce}`));
  });

  it('has another nonce every time', async () => {
    const [one, other] = [await newSecret(3), await newSecret(3)];
    expect(one.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(one.nonce).not.toBe(other.nonce);
  });

  it('is kept by the page, and fits only its own digest', async () => {
    const secret = await newSecret(4);
    keepSecret('r', secret);
    expect(keptSecret('r', secret.digest)).toEqual(secret);
    expect(keptSecret('r', (await newSecret(4)).digest)).toBeNull();
    expect(keptSecret('other', secret.digest)).toBeNull();
  });

  it('is found again when the page was loaded anew', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    const secret = await newSecret(9);
    keepSecret('r', secret);
    vi.resetModules();
    const anew = await import('./secret');
    expect(anew.keptSecret('r', secret.digest)).toEqual(secret);
    kept.set('tengen.hand.r', '{');
    vi.resetModules();
    expect((await import('./secret')).keptSecret('r', secret.digest)).toBeNull();
  });

  it('begins with any number a hand can hold', () => {
    const numbers = Array.from({ length: 200 }, someNumber);
    expect(numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= HAND_MAX)).toBe(true);
    expect(new Set(numbers).size).toBeGreaterThan(1);
  });
});
