export type Picture = { width: number; height: number; grey: Float64Array }
export type Square = { x: number; y: number; width: number; height: number }

/** Black squares on white paper, as a camera above `area` sees them. `y` grows upwards, as in a PDF. */
export const photograph = (squares: Square[], area: Square, pixelsPerUnit: number): Picture => {
  const width = Math.round(area.width * pixelsPerUnit)
  const height = Math.round(area.height * pixelsPerUnit)
  const grey = new Float64Array(width * height).fill(255)
  for (const square of squares) {
    const left = Math.max(0, Math.round((square.x - area.x) * pixelsPerUnit))
    const right = Math.min(width, Math.round((square.x + square.width - area.x) * pixelsPerUnit))
    const top = Math.max(0, Math.round((area.y + area.height - square.y - square.height) * pixelsPerUnit))
    const bottom = Math.min(height, Math.round((area.y + area.height - square.y) * pixelsPerUnit))
    for (let y = top; y < bottom; y += 1) grey.fill(0, y * width + left, y * width + Math.max(left, right))
  }
  return { width, height, grey }
}

/** Out of focus: each pixel becomes the mean of those up to `radius` away, sideways and then up and down. */
export const blur = (picture: Picture, radius: number): Picture =>
  smear(smear(picture, radius, 1, 0), radius, 0, 1)

const smear = ({ width, height, grey }: Picture, radius: number, stepX: number, stepY: number): Picture => {
  const smeared = grey.map((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    let sum = 0
    for (let step = -radius; step <= radius; step += 1) {
      sum += pixelAt({ width, height, grey }, x + step * stepX, y + step * stepY)
    }
    return sum / (2 * radius + 1)
  })
  return { width, height, grey: smeared }
}

/** Held askew: turned around its middle, white where nothing was. */
export const turn = (picture: Picture, degrees: number): Picture => {
  const { width, height } = picture
  const side = Math.ceil(Math.hypot(width, height))
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const grey = new Float64Array(side * side).map((_, at) => {
    const [x, y] = [(at % side) - side / 2, Math.floor(at / side) - side / 2]
    return pixelAt(
      picture,
      Math.round(x * cos + y * sin + width / 2),
      Math.round(y * cos - x * sin + height / 2),
    )
  })
  return { width: side, height: side, grey }
}

/** Scratched: a white bar over a part of it, all across. */
export const scratch = (picture: Picture, from: number, to: number): Picture => {
  const { width, height } = picture
  const grey = picture.grey.slice()
  grey.fill(255, Math.round(from * height) * width, Math.round(to * height) * width)
  return { width, height, grey }
}

export const toRgba = ({ grey }: Picture): Uint8ClampedArray => {
  const rgba = new Uint8ClampedArray(grey.length * 4)
  grey.forEach((value, at) => rgba.set([value, value, value, 255], at * 4))
  return rgba
}

const pixelAt = ({ width, height, grey }: Picture, x: number, y: number): number =>
  x < 0 || y < 0 || x >= width || y >= height ? 255 : grey[y * width + x]!
