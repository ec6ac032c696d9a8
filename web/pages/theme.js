// @ts-check
// Runs before anything is painted: the theme of the system, where the reader has not chosen one.
{
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const follow = () => {
    root.dataset.theme = contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
  };
  if (root.dataset.theme === "auto") {
    follow();
    dark.addEventListener("change", follow);
    contrast.addEventListener("change", follow);
  }
}
