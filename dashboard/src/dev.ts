/** The script of the page under `npm run dev`. What replaces changed components must be there before React. */
import '@vitejs/plugin-react/preamble'
import './main.tsx'
