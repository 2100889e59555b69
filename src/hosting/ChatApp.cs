using Microsoft.AspNetCore.ResponseCompression;
using Microsoft.AspNetCore.StaticFiles;
using System.Diagnostics.CodeAnalysis;
using System.Text.RegularExpressions;

/// <summary>
/// Serves the chat app from wwwroot/, which holds the files of dist/, on the provider's own origin.
/// Call AddChatApp before Build, UseChatApp as the first middleware, and MapChatApp beside MapHub.
/// </summary>
public static partial class ChatApp
{
    [GeneratedRegex(@"^/[\w-]+\.[0-9a-f]{12}\.js$")]
    private static partial Regex HashedFile { get; }

    /// <summary>The compressed copies that the build writes, by encoding; the smallest first.</summary>
    private static readonly (string? Encoding, string Extension)[] Copies = [("br", ".br"), ("gzip", ".gz")];

    /// <summary>Compresses the page and the JSON of the API, and keeps tokens out of the log.</summary>
    public static void AddChatApp(this IServiceCollection services)
    {
        // These lines hold the URL of each request. The query of the hub's requests holds the token.
        services.AddLogging(logging => logging.AddFilter("Microsoft.AspNetCore.Hosting.Diagnostics", LogLevel.Warning));
        services.AddResponseCompression(options =>
        {
            options.EnableForHttps = true;
            options.MimeTypes =
                [.. ResponseCompressionDefaults.MimeTypes, "image/svg+xml", "application/manifest+json", "application/problem+json"];
        });
    }

    /// <summary>Sends the app's files, and headers with every response of the host.</summary>
    public static void UseChatApp(this IApplicationBuilder app)
    {
        app.Use((context, next) =>
        {
            var path = context.Request.Path;
            context.Response.OnStarting(() =>
            {
                SetHeaders(path, context.Response);
                return Task.CompletedTask;
            });
            // Browsers request this icon if a document names none, such as an upload in its own tab.
            if (path == "/favicon.ico") context.Request.Path = "/favicon.svg";
            return next(context);
        });
        app.UseResponseCompression();
        var files = app.ApplicationServices.GetRequiredService<IWebHostEnvironment>().WebRootFileProvider;
        app.Use((context, next) =>
        {
            var (request, headers) = (context.Request, context.Response.Headers);
            var accepted = request.GetTypedHeaders().AcceptEncoding.Where(one => one.Quality != 0).Select(one => one.Value.Value);
            var (encoding, extension) = Copies.FirstOrDefault(copy =>
                accepted.Contains(copy.Encoding) && files.GetFileInfo(request.Path + copy.Extension).Exists);
            if (encoding is null) return next(context);
            request.Path += extension;
            headers.ContentEncoding = encoding;
            headers.Vary = "Accept-Encoding";
            return next(context);
        });
        app.UseDefaultFiles();
        app.UseStaticFiles(new StaticFileOptions { ContentTypeProvider = new ContentTypes() });
    }

    /// <summary>A compressed copy has the type of its file.</summary>
    private sealed class ContentTypes : IContentTypeProvider
    {
        private readonly FileExtensionContentTypeProvider _types = new() { Mappings = { [".txt"] = "text/plain; charset=utf-8" } };

        public bool TryGetContentType(string path, [MaybeNullWhen(false)] out string type) =>
            _types.TryGetContentType(Path.GetExtension(path) is ".br" or ".gz" ? path[..^3] : path, out type);
    }

    /// <summary>
    /// Sends the page for every path without a dot, except paths of an endpoint, the REST API, the hub or the uploads.
    /// The app routes these paths in the browser.
    /// </summary>
    public static void MapChatApp(this IEndpointRouteBuilder app) =>
        app.MapFallbackToFile("{**path:regex(^(?!(api|uploads)/|chatHub66)[^.]*$)}", "index.html");

    private static void SetHeaders(PathString path, HttpResponse response)
    {
        var headers = response.Headers;
        var isUpload = path.StartsWithSegments("/uploads");
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "no-referrer";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
        // Other origins may not embed the page or the calls. A page or an operator's screen on another origin may show
        // uploads, which need no token.
        headers["Cross-Origin-Resource-Policy"] = isUpload ? "cross-origin" : "same-origin";
        headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()";
        headers.StrictTransportSecurity = "max-age=31536000";
        var isCall = path.StartsWithSegments("/api") || path.StartsWithSegments("/chatHub66");
        var isHashed = HashedFile.IsMatch(path) && response.StatusCode is 200 or 206 or 304;
        // An upload that a browser shows as a page runs no script and has no access to the origin's storage.
        // The rest of the page's policy is in index.html; frame-ancestors works in a header only.
        headers.ContentSecurityPolicy = isUpload ? "default-src 'none'; sandbox"
            : isCall ? "default-src 'none'; frame-ancestors 'none'"
            : "frame-ancestors 'none'";
        // The provider may set a lifetime for its uploads.
        if (isUpload && headers.CacheControl.Count > 0) return;
        headers.CacheControl = isUpload ? "private, no-cache"
            : isCall ? "no-store"
            : isHashed ? "public, max-age=31536000, immutable"
            : "no-cache";
    }
}
