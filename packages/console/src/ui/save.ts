/** Saves a text as a file of this name. */
export function save(text: string, name: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has to begin first.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
