internal import Foundation

/// Where the files of the page are, which `web` serves.
public enum WebPage {
    /// The directories of a build, of a release's archive or the image, and of Debian's package, each seen from the
    /// executable's directory.
    private static let places = ["Hearth_WebPage.resources/Page", "../share/hearth/web", "../../share/hearth/web"]

    /// The directory of the page's files beside an executable; nil when there is none.
    ///
    /// - Parameter executables: the directory of the executable.
    public static func directory(besides executables: String) -> String? {
        places.map { URL(filePath: "\(executables)/\($0)").standardizedFileURL.path }
            .first { FileManager.default.fileExists(atPath: "\($0)/index.html") }
    }

    /// The directory of this process's own executable.
    public static var ownDirectory: String {
        let path =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return (path as NSString).deletingLastPathComponent
    }
}
