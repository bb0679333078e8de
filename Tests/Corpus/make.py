"""Writes the cases whose bytes an editor would spoil: make.py writes them, make.py --check says which differ from these.

The other cases are plain text and are edited as they are. A name ends in what a server would call the file, which is often wrong.
"""

import gzip
import io
import lzma
import pathlib
import sys
import tarfile
import zipfile

HERE = pathlib.Path(__file__).parent
BOM = b"\xef\xbb\xbf"


def listed(*titles):
    """A list of these titles."""
    lines = ["#EXTM3U"]
    for number, title in enumerate(titles, 1):
        lines += [f"#EXTINF:-1,{title}", f"http://a.example/{number}"]
    return "\n".join(lines) + "\n"


def programme(title, channel="a", start="20240115120000 +0000", stop="20240115130000 +0000"):
    """One programme."""
    end = f' stop="{stop}"' if stop else ""
    return f'<programme start="{start}"{end} channel="{channel}"><title>{title}</title></programme>\n'


def guide(*programmes, declaration='<?xml version="1.0" encoding="UTF-8"?>\n'):
    """A guide of these programmes."""
    return declaration + "<tv>\n" + "".join(programmes) + "</tv>\n"


def declared(encoding):
    """A declaration that names an encoding."""
    return f'<?xml version="1.0" encoding="{encoding}"?>\n'


def packed(data):
    """By gzip, without a time in it, so that it is the same each time; stored, so that every zlib writes the same."""
    return gzip.compress(data, compresslevel=0, mtime=0)


def zipped(name, data):
    """A zip archive of one file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(name, (2024, 1, 15, 12, 0, 0)), data)
    return out.getvalue()


def tarred(name, data):
    """A tar archive of one file."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        info = tarfile.TarInfo(name)
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


ONE = listed("One", "Two").encode()
GUIDE = guide(programme("First"), programme("Second", start="20240115130000 +0000", stop="20240115140000 +0000")).encode()
FRENCH = guide(programme("Café"), programme("Über"))
RUSSIAN = guide(programme("Её день"), programme("Погода"))


def m3u():
    """Playlists."""
    yield "bom.m3u", BOM + ONE
    # The second of two lists pasted together brings its own mark.
    yield "bom-inside.m3u", ONE + BOM + listed("Three").encode() + BOM + b"#EXTINF:-1,Four\nhttp://a.example/4\n"
    yield "line-ends-crlf.m3u", ONE.replace(b"\n", b"\r\n")
    yield "line-ends-cr.m3u", ONE.replace(b"\n", b"\r")
    yield "line-ends-mixed.m3u", b"#EXTM3U\r\n#EXTINF:-1,One\rhttp://a.example/1\n\r\n#EXTINF:-1,Two\n\nhttp://a.example/2"
    yield "spaces-at-ends.m3u", b" \t#EXTM3U \n\t#EXTINF:-1 tvg-id=\"one.tv\" , One \t\n  http://a.example/1 \t\n"
    yield "nul.m3u", b"#EXTM3U\n#EXTINF:-1 tvg-id=\"o\0ne.tv\",O\0ne\nhttp://a.example/1\n#EXTINF:-1,Two\nhttp://a.ex\0ample/2\n" + b"\0" * 16
    yield "control-characters.m3u", b"#EXTM3U\n#EXTINF:-1 group-title=\"N\x01ews\",O\x08n\x1be\x7f\nhttp://a.example/1\n"
    yield "control-characters-alone.m3u", b"#EXTM3U\n#EXTINF:-1 tvg-name=\"\x01 \x02\",\x01 \x13\nhttp://a.example/Two.m3u8\n"
    yield "address-ends-in-spaces.m3u", b"#EXTM3U\n#EXTINF:-1,\nhttp://a.example/films/Two/   #x\n#EXTINF:-1,\nhttp://a.example/  %20/#y\n"
    yield "latin-1.m3u", listed("Télé", "Übertragung").encode("latin-1") + "#EXTINF:-1,Köln\nhttp://a.example/3\n".encode()
    yield "windows-1251.m3u", listed("Первый канал").encode("cp1251") + "#EXTINF:-1,Россия\nhttp://a.example/2\n".encode()
    yield "half-a-character.m3u", listed("Café").encode().replace(b"\xc3\xa9", b"\xc3")
    yield "utf-16.m3u", ONE.decode().encode("utf-16-le")
    yield "utf-16-mark.m3u", listed("Télé", "Första 🎬").replace("\n", "\r\n").encode("utf-16")
    yield "utf-16-big-endian.m3u", b"\xfe\xff" + listed("Télé", "新聞").encode("utf-16-be")[:-1]
    yield "gzip-by-its-bytes.m3u", packed(ONE)
    yield "gzip-by-its-name.m3u.gz", ONE
    yield "gzip-twice.m3u.gz", packed(packed(ONE))
    yield "gzip-truncated.m3u.gz", packed(ONE)[:-30]
    yield "gzip-of-a-page.m3u.gz", packed(b"<html><body>Blocked, see\nhttp://a.example/1\n</body></html>")
    yield "xz.m3u", lzma.compress(ONE)
    yield "zip.m3u", zipped("list.m3u", ONE)


def xmltv():
    """Guides."""
    yield "bom.xml", BOM + GUIDE
    yield "line-ends-cr.xml", GUIDE.replace(b"\n", b"\r")
    yield "one-line.xml", GUIDE.replace(b"\n", b"")
    yield "control-characters.xml", guide(programme("O\x01n\x08e\x1b"), programme("T\0wo"), programme("Three&#1;&#x1F;&#0;")).encode()
    yield "declared-latin-1.xml", FRENCH.replace("UTF-8", "ISO-8859-1").encode("latin-1")
    yield "declared-latin-1-is-utf-8.xml", FRENCH.replace("UTF-8", "ISO-8859-1").encode()
    yield "declared-windows-1251.xml", RUSSIAN.replace("UTF-8", "windows-1251").encode("cp1251")
    # No two of its bytes are a character of UTF-8.
    far = guide(programme("Новости"), programme("Погода")).replace("encoding=\"UTF-8\"", " " * 300 + "encoding=\"windows-1251\"")
    yield "declared-too-far.xml", far.encode("cp1251")
    yield "declared-windows-1251-is-utf-8.xml", RUSSIAN.replace("UTF-8", "windows-1251").encode()
    yield "declared-utf-16.xml", FRENCH.replace("UTF-8", "UTF-16").encode("utf-16")
    yield "declared-utf-16-is-utf-8.xml", FRENCH.replace("UTF-8", "utf-16").encode()
    yield "declared-utf-8-is-latin-1.xml", FRENCH.encode("latin-1")
    yield "undeclared-latin-1.xml", guide(programme("Café"), declaration="").encode("latin-1")
    yield "half-a-character.xml", FRENCH.encode().replace(b"\xc3\xa9", b"\xc3")
    yield "truncated.xml", GUIDE[: GUIDE.index(b"econd")]
    yield "gzip-by-its-bytes.xml", packed(GUIDE)
    yield "gzip-by-its-name.xml.gz", GUIDE
    yield "gzip-twice.xml.gz", packed(packed(GUIDE))
    yield "gzip-members.xml.gz", packed(GUIDE[:100]) + packed(GUIDE[100:]) + b"\0" * 8
    yield "gzip-truncated.xml.gz", packed(GUIDE)[:-60]
    yield "gzip-of-a-page.xml.gz", packed(b"<html><body>Blocked</body></html>")
    yield "xz.xml.xz", lzma.compress(GUIDE)
    yield "zip.xml", zipped("guide.xml", GUIDE)
    yield "tar.xml", tarred("guide.xml", GUIDE)
    yield "tar-compressed.xml.gz", packed(tarred("guide.xml", GUIDE))


def main():
    wrong = []
    for folder, cases in (("m3u", m3u()), ("xmltv", xmltv())):
        for name, data in cases:
            path = HERE / folder / name
            if sys.argv[1:] != ["--check"]:
                path.write_bytes(data)
            elif not path.exists() or path.read_bytes() != data:
                wrong.append(f"{folder}/{name}")
    if wrong:
        sys.exit(f"not as make.py writes them: {', '.join(wrong)}")


main()
