/** The colors of the product's only gradient: a low sunrise, for light and dark mode. */
export const sunrise = {
  day: {
    sky: 'linear-gradient(180deg, #dbe6f5 0%, #ecebef 28%, #f9e3d2 50%, #fbcaa0 72%, #f5a074 100%)',
    glow: 'rgb(255 236 196 / 0.85)',
    sun: '#fff4d6',
    sea: '#eea27a',
  },
  night: {
    sky: 'linear-gradient(180deg, #0c1221 0%, #151a31 34%, #2c2440 60%, #55304a 80%, #8c4646 100%)',
    glow: 'rgb(236 128 74 / 0.75)',
    sun: '#ffdca8',
    sea: '#5b3341',
  },
} as const;
