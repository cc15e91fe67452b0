/** Saves a text, or bytes, as a file of this name; what no file name should have becomes `_`. */
export function save(content: string | ArrayBuffer, name: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[^\w.-]/g, '_');
  link.click();
  // The browser has to begin first.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
