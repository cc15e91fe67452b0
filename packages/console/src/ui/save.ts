/** Saves a text or bytes as a file; characters that file names must not contain become `_`. */
export function save(content: string | ArrayBuffer, name: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[^\w.-]/g, '_');
  link.click();
  // The URL must exist until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
