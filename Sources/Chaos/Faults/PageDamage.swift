internal import Foundation
internal import Glibc
internal import RPC

/// Flipped bits in the pages of a database file that no process has open, and how they are flipped back.
struct PageDamage {
    /// A page with a flipped bit.
    private struct Page {
        var offset: Int
        var original: [UInt8]
        var damaged: [UInt8]
    }

    private let path: String
    private let pages: [Page]

    /// The pages' numbers, from 1.
    let numbers: [Int]
    /// How many pages the file has.
    let total: Int

    /// The number of bytes in a page: 2 bytes at this place of the file (https://www.sqlite.org/fileformat.html), where 1 is 65,536.
    private static let pageSizePlace = 16
    private static let headerBytes = 100

    /// Flips a bit in each of several pages.
    ///
    /// - Throws: ``FaultSkipped`` when the file is no database; `ProcessControl.Refused`.
    init(of path: String, pages count: Int, using generator: inout some RandomNumberGenerator) throws {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw ProcessControl.Refused("open") }
        defer { close(file) }
        let header = try Self.read(file, at: 0, count: Self.headerBytes)
        guard header.count == Self.headerBytes else { throw FaultSkipped("\(path) is no database") }
        let written = Int(header[Self.pageSizePlace]) << 8 | Int(header[Self.pageSizePlace + 1])
        let size = written == 1 ? 1 << 16 : written
        guard size >= 512 else { throw FaultSkipped("\(path) is no database") }
        total = Int(lseek(file, 0, SEEK_END)) / size
        numbers = Array((1...max(1, total)).shuffled(using: &generator).prefix(count).sorted())
        var pages: [Page] = []
        for number in numbers {
            let offset = (number - 1) * size
            let original = try Self.read(file, at: offset, count: size)
            var damaged = original
            damaged[Int.random(in: damaged.indices, using: &generator)] ^=
                1 << UInt8.random(in: 0...7, using: &generator)
            try Self.write(damaged, to: file, at: offset)
            pages.append(Page(offset: offset, original: original, damaged: damaged))
        }
        (self.path, self.pages) = (path, pages)
    }

    /// Flips the bits back in the pages that nothing has written since.
    ///
    /// - Returns: how many were as they had been left.
    /// - Throws: `ProcessControl.Refused`.
    func revert() throws -> Int {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw ProcessControl.Refused("open") }
        defer { close(file) }
        var count = 0
        for page in pages where try Self.read(file, at: page.offset, count: page.damaged.count) == page.damaged {
            try Self.write(page.original, to: file, at: page.offset)
            count += 1
        }
        return count
    }

    private static func read(_ file: Int32, at offset: Int, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = pread(file, &bytes, count, off_t(offset))
        guard found >= 0 else { throw ProcessControl.Refused("pread") }
        return Array(bytes.prefix(found))
    }

    private static func write(_ bytes: [UInt8], to file: Int32, at offset: Int) throws {
        guard pwrite(file, bytes, bytes.count, off_t(offset)) == bytes.count, fsync(file) == 0 else {
            throw ProcessControl.Refused("pwrite")
        }
    }
}
