// Before the first paint, so that a page never flashes in the other theme.
try {
  const theme = JSON.parse(localStorage.getItem('sluice.theme'));
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be forbidden: then the theme is that of the system.
}
