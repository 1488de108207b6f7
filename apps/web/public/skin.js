// Runs before the first paint, so that a dark page never flashes light and a right-to-left one never jumps. It is a
// file and not inline because the page's content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  let skin = 'light';
  let direction = 'ltr';
  let gains = 'standard';
  let width = 'boxed';
  try {
    skin = localStorage.getItem('skin') || skin;
    direction = localStorage.getItem('direction') || direction;
    gains = localStorage.getItem('gainColours') || gains;
    width = localStorage.getItem('contentWidth') || width;
  } catch {
    // Storage is refused in this browser: the defaults stand.
    return;
  }
  const dark = skin === 'dark' || (skin === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  root.setAttribute('dir', direction === 'rtl' ? 'rtl' : 'ltr');
  root.setAttribute('data-gains', gains);
  root.setAttribute('data-width', width);
})();
