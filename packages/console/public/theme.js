try {
  const theme = JSON.parse(localStorage.getItem('sluice.theme'));
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {}
