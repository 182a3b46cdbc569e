/** The storage key for the chosen theme. */
export const THEME_KEY = 'toolyard:theme';

/** Runs before the first paint, so that the wrong theme never flashes. */
export const themeScript = `(()=>{let t;try{t=localStorage.getItem('${THEME_KEY}')}catch{}
if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';
document.documentElement.dataset.theme=t})()`;
