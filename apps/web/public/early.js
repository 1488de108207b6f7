// Runs before the first paint, so that a dark page never flashes light and a right-to-left one never jumps. It is a
// file and not inline because the page's content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  const kept = (key, otherwise) => {
    try {
      return localStorage.getItem(key) || otherwise;
    } catch {
      // Storage is refused in this browser: the defaults stand.
      return otherwise;
    }
  };
  const skin = kept('skin', 'light');
  const dark = skin === 'dark' || (skin === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  root.setAttribute('dir', kept('direction', 'ltr') === 'rtl' ? 'rtl' : 'ltr');
  root.setAttribute('data-gains', kept('gainColours', 'standard'));
  root.setAttribute('data-width', kept('contentWidth', 'boxed'));

  // The code of the page that will open is asked for beside the app's start, not after it. The build names it in the page.
  const ahead = (page) => {
    const named = document.querySelector(`meta[name="ahead-${page}"]`);
    for (const file of named ? named.content.split(' ') : []) {
      const link = document.createElement('link');
      const isStyle = file.endsWith('.css');
      link.rel = isStyle ? 'preload' : 'modulepreload';
      if (isStyle) link.as = 'style';
      link.crossOrigin = '';
      link.href = file;
      document.head.append(link);
    }
  };
  const { pathname } = location;
  if (!kept('accessToken', '')) {
    if (!/^\/(register|forgot-password|reset-password)$/.test(pathname)) ahead('guest');
  } else {
    ahead('desk');
    if (pathname === '/') ahead('home');
  }
})();
