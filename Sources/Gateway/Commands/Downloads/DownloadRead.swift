internal import ArgumentParser
internal import DownloadsAPI
internal import Foundation
internal import RPC
internal import ServiceKit

/// `hearth download read`
struct DownloadRead: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Write a download's bytes to standard output or into a file.",
        discussion: """
            The main file of a stream is a playlist that names the other files.

            hearth download read ID --to film.mp4
            hearth download read ID --file t0-0.ts --offset 0 --length 188
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The download: its id, title or @row.", completion: .downloads)
    var id: String

    @Option(help: ArgumentHelp("Another file than the main one.", valueName: "name"))
    var file: String?

    @Option(help: ArgumentHelp("The first byte, from 0.", valueName: "bytes"))
    var offset: Int64?

    @Option(help: ArgumentHelp("How many bytes.", valueName: "bytes"))
    var length: Int64?

    @Option(help: ArgumentHelp("A new file, instead of standard output.", valueName: "path"), completion: .file())
    var to: String?

    func run(_ gateway: Gateway) async throws {
        let client = gateway.clients.client(of: Downloads.self)
        let id = try await gateway.resolver.download(id)
        let request = Downloads.ReadFile(download: id, file: file, offset: offset, length: length)
        // Opened with the first bytes: an unknown download creates no file, and truncates none.
        var target: FileHandle?
        var bytes: Int64 = 0
        do {
            for try await piece in try await client.stream(request, options: CallOptions(tokens: gateway.tokens)) {
                let file = try target ?? output()
                target = file
                try file.write(contentsOf: piece.data)
                bytes += Int64(piece.data.count)
            }
        } catch let error as RPCError {
            throw GatewayFailure(
                error, service: Downloads.serviceName, safety: Downloads.ReadFile.safety, see: nil)
        }
        if target == nil { _ = try output() }
        guard let to else { return }
        if gateway.output.isJSON { return gateway.output.json(["bytes": bytes]) }
        gateway.output.line("\(AmountFormatter.bytes(bytes)) are in \(to).")
    }

    private func output() throws -> FileHandle {
        guard let to else { return .standardOutput }
        guard FileManager.default.createFile(atPath: to, contents: nil), let handle = FileHandle(forWritingAtPath: to)
        else { throw GatewayFailure("NO_OUTPUT", "\(to) cannot be written.", status: .noInput) }
        return handle
    }
}
