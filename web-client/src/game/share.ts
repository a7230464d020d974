/** Gives a link away. */

/**
 * Puts a text on the clipboard, and says whether that worked. Where the page has no clipboard (plain `http` on another
 * machine) the old way is tried.
 */
export async function deliver(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

function copyOldWay(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  return isDone;
}
