// Images that cannot be loaded: the one in data-art is shown instead. An icon without one is removed, and the image under
// it stays; a screenshot is removed from its list.
function fallBack(image) {
  const { art } = image.dataset
  if (art === undefined) return
  delete image.dataset.art
  if (art === '') (image.closest('.shots li') ?? image).remove()
  else image.src = art
}

// Errors of images do not bubble.
document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && fallBack(target), true)

// Those that failed before this script ran. The width of a good image can be 0 too, so decoding decides.
for (const image of document.images)
  if (image.complete && image.naturalWidth === 0) image.decode().catch(() => fallBack(image))
