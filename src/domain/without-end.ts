/**
 * Removes the characters at the end of a text that `unwanted` matches.
 *
 * A pattern such as `/0+$/` restarts at each character of a long run, so its time is quadratic.
 *
 * @param unwanted matches one character; without the flag `g`
 */
export function withoutEnd(text: string, unwanted: RegExp): string {
  let end = text.length;
  while (end > 0 && unwanted.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
