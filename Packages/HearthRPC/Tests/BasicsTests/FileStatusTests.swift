import Basics
import Foundation
import Testing

/// The status of files, by path and by descriptor.
struct FileStatusTests {
    @Test func `a file has its size, owner and mode, and a link is told from its target`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "status-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, link) = (folder.appending(path: "file").path, folder.appending(path: "link").path)
        try Data("twelve bytes".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let status = try #require(FileStatus(path: file))
        #expect((status.size, status.permissions) == (12, 0o640))
        #expect(status.isRegularFile && status.owner == geteuid())
        #expect(FileStatus(path: link) == status)
        let own = try #require(FileStatus(path: link, followsLinks: false))
        #expect(!own.isRegularFile && own.inode != status.inode)
        let handle = try #require(FileHandle(forReadingAtPath: file))
        #expect(FileStatus(descriptor: handle.fileDescriptor) == status)
        let directory = try #require(FileStatus(path: folder.path))
        #expect(directory.isDirectory && !directory.isRegularFile && !status.isDirectory)
        #expect(status.isSameFile(as: status) && !status.isSameFile(as: own) && !status.isSameFile(as: directory))
        #expect(FileStatus(path: folder.path + "/none") == nil && FileStatus(descriptor: -1) == nil)
    }
}
