/** The key under which the choice of theme is kept. */
export const THEME_KEY = 'toolyard:theme';

/** Runs before the first paint, so that nobody sees the wrong theme flash by. */
export const themeScript = `(()=>{let t;try{t=localStorage.getItem('${THEME_KEY}')}catch{}
if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';
document.documentElement.dataset.theme=t})()`;
