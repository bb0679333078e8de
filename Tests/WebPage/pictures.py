"""Drawn pictures in the place of posters: hills, a sun, a sky, of a colour that the name gives."""


def draw(name, use):
    seed = 0
    for letter in name:
        seed = (seed * 31 + ord(letter)) % 99991
    width, height = {"hero": (1280, 720), "backdrop": (1280, 720), "still": (400, 225), "profile": (200, 200)}.get(use, (300, 450))
    hue = seed % 360
    sun = 0.2 + (seed // 7 % 60) / 100
    hills = []
    for layer in range(4):
        base = height * (0.55 + layer * 0.12)
        points = " ".join(
            f"{width * step / 6:.0f},{base - (seed // (layer * 6 + step + 3) % 100) / 100 * height * 0.22:.0f}" for step in range(7))
        hills.append(f'<polygon points="0,{height} {points} {width},{height}" fill="hsl({(hue + layer * 14) % 360},{42 - layer * 4}%,{34 - layer * 8}%)"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="hsl({(hue + 210) % 360},45%,22%)"/>'
        f'<stop offset="1" stop-color="hsl({(hue + 20) % 360},70%,62%)"/></linearGradient></defs>'
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>'
        f'<circle cx="{width * sun:.0f}" cy="{height * 0.38:.0f}" r="{min(width, height) * 0.13:.0f}" fill="hsl({(hue + 40) % 360},90%,82%)"/>'
        f'{"".join(hills)}</svg>').encode()
