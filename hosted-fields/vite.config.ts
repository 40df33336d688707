import { defineConfig, type Plugin } from 'vite';

/** Inlines the script into the document: a single request for all frames, and one hash in its security policy. */
const inlineScript = (): Plugin => ({
  name: 'inline-script',
  enforce: 'post',
  generateBundle(_, bundle) {
    const script = Object.values(bundle).find((file) => file.type === 'chunk');
    const page = bundle['field.html'];
    if (!script || page?.type !== 'asset') throw new Error('Expected one script and field.html.');
    const code = script.code.trim().replaceAll('</script', '<\\/script');
    page.source = String(page.source)
      .replace(/<script type="module"[^>]*><\/script>/, '')
      .replace(/>\s+</g, '><')
      .replace('</body>', () => `<script>${code}</script></body>`)
      .trim();
    delete bundle[script.fileName];
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [inlineScript()],
  logLevel: 'warn',
  build: {
    target: ['chrome111', 'firefox115', 'safari16.4'],
    modulePreload: false,
    outDir: 'dist',
    emptyOutDir: false,
    // A busy machine is no reason for warnings.
    rolldownOptions: { input: 'field.html', output: { format: 'iife' }, checks: { pluginTimings: false } },
  },
});
