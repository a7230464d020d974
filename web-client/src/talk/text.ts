/** What people write: a reason, a complaint, something said. Pure. */

/** The longest text, in characters. */
export const TEXT_MAX = 200;

/** A text as it is sent; `null` if it is empty or too long. */
export function textIn(typed: string): string | null {
  const text = typed.trim();
  return text !== '' && [...text].length <= TEXT_MAX ? text : null;
}
